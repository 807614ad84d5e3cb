import fc from 'fast-check';
import { growsLinearly } from '@plinth/testing';
import { taskState } from './dialogue-keys';
import { applyOperations, EMPTY_SESSION, type SessionState } from './session-state';
import { topicMove } from './topic-move';
import { frozenTopics, topicOperations } from './topics';

const hear = (session: SessionState, text: string, slots: Readonly<Record<string, string>> = {}): SessionState =>
  applyOperations(
    applyOperations(session, topicOperations(session, text, { nowMs: 1 })),
    Object.entries(slots).map(([key, value]) => ({ kind: 'state', key, value })),
  );
const slots = (session: SessionState) => Object.fromEntries(taskState(session));

describe('topics', () => {
  const refund = hear(EMPTY_SESSION, '我想退款，订单A1001', { order_number: 'A1001', reason: '尺寸不对' });

  it('M32: a switch of topic lays the task aside with all of its state, before the new one begins', () => {
    const weather = hear(refund, '先不说这个，查一下北京天气', { city: '北京' });
    expect(slots(weather)).toEqual({ city: '北京' });
    expect(frozenTopics(weather).map((topic) => Object.fromEntries(topic.slots))).toEqual([
      { order_number: 'A1001', reason: '尺寸不对' },
    ]);
  });

  it('M32: the task comes back as it was when the user returns to it by name, and the other is laid aside', () => {
    const weather = hear(refund, '先不说这个，查一下北京天气', { city: '北京' });
    const back = hear(weather, '好了，回到刚才的退款');
    expect(slots(back)).toEqual(slots(refund));
    expect(frozenTopics(back).map((topic) => Object.fromEntries(topic.slots))).toEqual([{ city: '北京' }]);
    expect(slots(hear(back, '回到刚才的天气'))).toEqual({ city: '北京' });
  });

  it('M32: in English, too', () => {
    const order = hear(EMPTY_SESSION, 'I want a refund for order A1001', { order_number: 'A1001' });
    const flight = hear(order, "Let's leave that for now. Book a flight to Paris", { city: 'Paris' });
    expect(slots(flight)).toEqual({ city: 'Paris' });
    expect(slots(hear(flight, "OK, let's go back to the refund"))).toEqual({ order_number: 'A1001' });
    expect(slots(hear(flight, 'back to order A1001 please'))).toEqual({ order_number: 'A1001' });
  });

  it('M32: “the topic before”, without a name, is the one laid aside last', () => {
    const second = hear(hear(refund, '换个话题，北京天气', { city: '北京' }), '先聊点别的，订酒店', { hotel: '如家' });
    expect(slots(hear(second, '回到刚才的话题'))).toEqual({ city: '北京' });
    expect(slots(hear(second, '接着之前的退款'))).toEqual({ order_number: 'A1001', reason: '尺寸不对' });
  });

  it('M32: a return to what was never spoken of changes nothing', () => {
    const weather = hear(refund, '先不说这个，查一下北京天气', { city: '北京' });
    expect(slots(hear(weather, '回到刚才的签证'))).toEqual({ city: '北京' });
  });

  it.each([
    '先不退款了',
    '这个颜色不错',
    '我回到家了',
    '别说谎',
    '他说“换个话题”',
    'I want my money back to my card',
    'put it aside for my brother',
    '订单先放着不发',
    'do it later today',
    'Look for something else.',
    'Is there something else, cheaper?',
  ])('M32: “%s” moves no topic away', (text) => expect(slots(hear(refund, text))).toEqual(slots(refund)));

  it.each([
    ['这个先放一放，查物流', { away: true, rest: '，查物流' }],
    ['Now something else: hotels', { away: true, rest: ': hotels' }],
    ["Let's change the subject: hotels", { away: true, rest: ': hotels' }],
    ['说回退款吧', { away: false, back: '退款', rest: '' }],
    ['where were we? back to the booking', { away: false, back: 'booking', rest: 'where were we?' }],
    ['继续刚才的话题', { away: false, back: '', rest: '' }],
  ])('M32: reads the move of %s', (text, move) => expect(topicMove(text)).toEqual(move));

  it('M32: loses no slot, however often topics are switched and taken up again', () => {
    const said = fc.constantFrom('先不说这个', '换个话题', '回到刚才的话题', 'back to that', 'never mind', '查天气');
    fc.assert(
      fc.property(fc.array(said, { maxLength: 7 }), (texts) => {
        const after = texts.reduce((session, text) => hear(session, text), refund);
        const held = [slots(after), ...frozenTopics(after).map((topic) => Object.fromEntries(topic.slots))];
        expect(held).toContainEqual(slots(refund));
      }),
    );
  });

  it('stays linear on hostile text', () => {
    for (const unit of ['先不说', '回到', 'back to ', '刚才的', '这个']) {
      growsLinearly(unit, (n) => topicMove(unit.repeat(n / unit.length)), 8_192);
    }
  });
});
