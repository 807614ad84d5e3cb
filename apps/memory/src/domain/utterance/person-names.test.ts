import { readActs } from './read-acts';

const declared = (text: string) => readActs(text, []).flatMap((act) => (act.act === 'declare' ? [act.key] : []));

describe('whose particulars a text declares', () => {
  it.each([
    ['欧阳娜的电话是13800138000', ['欧阳娜/phone']],
    ['戚校长的电话是13800138000', ['戚校长/phone']],
    ['王董的电话是13800138000', ['王董/phone']],
    ['肖燕的生日是5月3日', ['肖燕/birthday']],
    ['白云飞的电话是13800138000', ['白云飞/phone']],
    ['单位的电话是13800138000', []],
    ['水站的电话是13800138000', []],
    ['高铁站的电话是12306', []],
  ])('M12: by the family names and titles that anchors know: %s', (text, keys) => expect(declared(text)).toEqual(keys));
});
