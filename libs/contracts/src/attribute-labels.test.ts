import { attributeLabel } from './attribute-labels';

describe('what a user is told that an attribute is called', () => {
  it.each([
    ['birthday', '生日', 'birthday'],
    ['allergy/2', '过敏源', 'allergy'],
    ['mother/birthday', '妈妈的生日', "mother's birthday"],
    ['friend/name/2', '朋友的姓名', "friend's name"],
    ['张伟/phone', '张伟的电话', "张伟's phone number"],
    ['座右铭', '座右铭', '座右铭'],
    ['', '', ''],
  ])('M14: %s', (key, zh, en) => expect([attributeLabel(key, 'zh'), attributeLabel(key, 'en')]).toEqual([zh, en]));
});
