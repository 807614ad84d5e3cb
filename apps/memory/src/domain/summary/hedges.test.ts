import { isHedged } from './hedges';

describe('isHedged', () => {
  it.each([
    '他可能下周三到',
    '大概是三百块',
    '应该已经发货了',
    '应该是张伟吧',
    '好像住在杭州',
    '我猜是ORD-1001',
    'Maybe it was Tom',
    'I think the order is A1001',
    'It might arrive on Friday',
    "I'm not sure it is his",
    'He should be in Paris',
    'It seems broken',
  ])('M12: “%s” leaves it open', (text) => expect(isHedged(text)).toBe(true));

  it.each([
    '他下周三到',
    '这不可能',
    '请尽可能快',
    '你应该休息',
    'See you in May',
    'The order is A1001',
    'You should be able to log in',
    'He lives in Paris',
    '我住在杭州',
  ])('M12: “%s” states', (text) => expect(isHedged(text)).toBe(false));
});
