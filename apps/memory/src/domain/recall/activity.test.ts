import { growsLinearly } from '@plinth/testing';
import { activityFacts, askedActivity } from './activity';

describe('M5: questions for what the user has done', () => {
  it.each([
    ['我平时都让你办什么？', 'frequent_actions'],
    ['我常用的功能有哪些', 'frequent_actions'],
    ['What do I usually ask you to do?', 'frequent_actions'],
    ['上次那个申请办到哪了？', 'unfinished_task'],
    ['我还有没办完的事吗', 'unfinished_task'],
    ['Do I have any unfinished tasks?', 'unfinished_task'],
    ['Where did we leave off?', 'unfinished_task'],
  ])('are told: %s', (text, key) => expect(askedActivity(text)?.key).toBe(key));

  it.each([
    ...['我常去杭州', '上次推荐的是什么？', '我的邮箱是多少', 'I usually drink tea', '申请退款', '帮我办理退款'],
    ...['我一般用什么付款？', '我经常用的邮箱是哪个', '我通常用哪个地址收货', '我平时做什么运动'],
    ...['What do I usually drink?', 'what do i usually pay with?', 'what do I normally do on weekends?'],
  ])('are no others: %s', (text) => expect(askedActivity(text)).toBeUndefined());

  it.each(['上次', 'what do i '])('read a hostile text in time that grows with its length alone: %s', (piece) =>
    growsLinearly(piece, (n) => askedActivity(piece.repeat(n / piece.length)), 8_000),
  );

  it('are answered in the language of the question, five at most', () => {
    const tasks = [{ sessionId: 's', slots: { order_number: 'A1' }, atMs: 0 }];
    const actions = ['a', 'b', 'c', 'd', 'e', 'f'].map((action, i) => ({ action, count: 9 - i, lastAtMs: 0 }));
    expect(activityFacts({ tasks, actions: [] }, '没办完的事', 'UTC')[0]?.value).toBe('订单号 A1 (1970-01-01)');
    const facts = activityFacts({ tasks, actions }, 'usually', 'Asia/Shanghai');
    expect(facts.map(({ key }) => key)).toEqual([
      'frequent_actions',
      ...[2, 3, 4, 5].map((n) => `frequent_actions/${n}`),
      'unfinished_task',
    ]);
    expect(facts.at(-1)?.value).toBe('order number A1 (1970-01-01)');
  });
});
