import { applyOperations, EMPTY_SESSION, type SessionState } from '../session-state/session-state';
import { mentionOperations } from '../session-state/core-entities';
import { topicOperations } from '../session-state/topics';
import type { Candidate } from './candidate';
import { partFrozen } from './frozen-items';

interface Heard {
  readonly order?: string;
  readonly slots?: Readonly<Record<string, string>>;
}

const hear = (session: SessionState, at: number, text: string, { order, slots = {} }: Heard = {}): SessionState => {
  const moved = applyOperations(session, topicOperations(session, text, { nowMs: at }));
  const anchors =
    order === undefined ? [] : [{ kind: 'order_number' as const, text: order, value: order, start: 0, end: 5 }];
  const filled = Object.entries(slots).map(([key, value]) => ({ kind: 'state' as const, key, value }));
  return applyOperations(applyOperations(moved, mentionOperations(moved, anchors)), filled);
};
const item = (over: Partial<Candidate>): Candidate => ({
  id: 'i',
  kind: 'episode',
  content: '',
  sourceType: 'system',
  confidence: 0.9,
  importance: 0.5,
  atMs: 15,
  arms: { keyword: { rank: 1, score: 1 } },
  ...over,
});
const frozenOf = (session: SessionState, candidate: Candidate, text = '明天会下雨吗', sessionId = 's1') =>
  partFrozen([candidate], { session, sessionId, text }).frozen.map(({ topic }) => topic);

describe('what a frozen topic takes along', () => {
  const refund = hear(EMPTY_SESSION, 10, '我想退款，订单A1001', { order: 'A1001', slots: { order_number: 'A1001' } });
  const weather = hear(refund, 20, '先不说这个，查一下北京天气', { slots: { city: '北京' } });
  const back = hear(weather, 30, '回到刚才的退款');

  it.each([
    ['what was decided while it was spoken of', { sessionId: 's1', atMs: 15 }, true],
    ['what was decided in the turn that left it', { sessionId: 's1', atMs: 20 }, false],
    ['what another session said at that time', { sessionId: 's2', atMs: 15 }, false],
    ['what names its order, of whichever session', { content: 'refund: 订单A1001 退款成功', atMs: 1 }, true],
    ['what names an order that begins alike', { content: '订单A10012', atMs: 1 }, false],
    ['what is kept under its kind of task', { task: '退款', atMs: 1 }, true],
    ['a fact of the profile, though it was said then', { kind: 'fact', key: 'email', sessionId: 's1' }, false],
    ['what the organisation shares', { shared: true, content: 'A1001', sessionId: 's1' }, false],
  ] satisfies [string, Partial<Candidate>, boolean][])('M32: %s', (_what, over, isFrozen) => {
    expect(frozenOf(weather, item(over))).toHaveLength(isFrozen ? 1 : 0);
    if (isFrozen) expect(frozenOf(back, item(over))).toEqual([]);
  });

  it('M32: what was said of the new topic waits when the user returns to the old one', () => {
    const said = item({ sessionId: 's1', atMs: 25 });
    expect([frozenOf(weather, said), frozenOf(back, said)]).toEqual([[], ['北京 天气']]);
    expect(frozenOf(hear(back, 40, '回到刚才的天气'), item({ sessionId: 's1', atMs: 15 }))).toHaveLength(1);
    expect(frozenOf(hear(back, 40, '回到刚才的天气'), item({ sessionId: 's1', atMs: 35 }))).toHaveLength(1);
  });

  it('M32: a text that names a thing of the frozen topic asks for what is kept of it', () => {
    expect(frozenOf(weather, item({ sessionId: 's1', atMs: 15 }), 'A1001到哪了')).toEqual([]);
  });

  it('M32: a thing that the new topic has named belongs to it, too', () => {
    const named = hear(weather, 25, '订单A1001的发票开了吗', { order: 'A1001' });
    expect(frozenOf(named, item({ content: '订单A1001的发票' }), '什么时候寄')).toEqual([]);
  });

  it('M32: without a word or slot of its own a topic freezes by what was said in it', () => {
    const spoken = [{ said: '我该怎么退货', saidAtMs: 10 }];
    const moved = applyOperations(
      EMPTY_SESSION,
      topicOperations(EMPTY_SESSION, '先不说这个，查天气', { nowMs: 20, said: spoken }),
    );
    expect(frozenOf(moved, item({ sessionId: 's1', atMs: 10 }))).toEqual([expect.stringContaining('退货')]);
    expect(frozenOf(hear(moved, 30, '回到退货的事'), item({ sessionId: 's1', atMs: 10 }))).toEqual([]);
  });
});
