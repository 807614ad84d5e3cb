import { chooseFlow } from './choose-flow';
import type { FlowInstance } from './flow-instance';
import { NO_SOURCES, type SlotSources } from './fill-slots';
import { afterSkill, answerWaiting, enterState } from './interpret-flow';
import { readConfirmation } from './read-confirmation';
import { policyFlow, refundFlow } from './refund-flow.stage';

const order = (value: string): SlotSources => ({
  ...NO_SOURCES,
  anchors: [{ kind: 'order_number', text: value, value, start: 0, end: value.length }],
});
const instance = (over: Partial<FlowInstance> = {}): FlowInstance => ({
  name: 'refund',
  hash: refundFlow.hash,
  state: 'confirm',
  slots: { order_id: 'A1' },
  results: { check: { skill: 'get_order_status', outcome: 'succeeded', data: { amount: 199.5, refundable: true } } },
  waiting: { for: 'reply' },
  acted: false,
  moves: 1,
  ...over,
});
const result = (outcome: 'succeeded' | 'failed' | 'unknown', code?: string) => ({
  skill: 's',
  outcome,
  data: {},
  ...(code && { code }),
});

describe('enterState', () => {
  it('keeps the JSON type of an argument that is one place, and makes text of a mixed one', () => {
    const entering = enterState(refundFlow, 'refund', instance());
    expect(entering).toEqual({
      call: {
        state: 'refund',
        skill: 'refund_process',
        confirmed: true,
        max_retries: 2,
        arguments: { order_id: 'A1', amount: 199.5, note: '退款 A1' },
      },
    });
  });

  it('asks for a slot that nothing has filled', () => {
    expect(enterState(refundFlow, 'check', { slots: {}, results: {} })).toEqual({ askFor: 'order_id' });
  });
});

describe('afterSkill', () => {
  it('sends a failure only where a transition names it, and otherwise to the fallback, never down the success path', () => {
    expect(afterSkill(refundFlow, 'refund', result('succeeded'))).toBe('done');
    expect(afterSkill(refundFlow, 'refund', result('failed', 'already_refunded'))).toBe('refuse');
    expect(afterSkill(refundFlow, 'refund', result('failed', 'timeout'))).toBe('handoff');
  });

  it('T3: has no way on from an unknown outcome unless the flow names it', () => {
    expect(afterSkill(refundFlow, 'refund', result('unknown', 'timeout'))).toBeUndefined();
  });
});

describe('answerWaiting', () => {
  it('follows a clear yes or no, and asks again for anything else', () => {
    expect(answerWaiting(refundFlow, instance(), '好的，谢谢', NO_SOURCES)).toMatchObject({
      kind: 'moves',
      to: 'refund',
    });
    expect(answerWaiting(refundFlow, instance(), '算了', NO_SOURCES)).toMatchObject({ kind: 'moves', to: 'stopped' });
    expect(answerWaiting(refundFlow, instance(), '多久到账？', NO_SOURCES)).toEqual({ kind: 'unclear', to: 'confirm' });
  });

  it('M4: starts over with the other order when the user changes their mind before any effect, and not after one', () => {
    expect(answerWaiting(refundFlow, instance(), '算了，改成B2', order('B2'))).toMatchObject({
      kind: 'moves',
      to: 'check',
      slots: { order_id: 'B2' },
    });
    expect(answerWaiting(refundFlow, instance({ acted: true }), '改成B2', order('B2'))).toMatchObject({
      kind: 'unclear',
    });
  });

  it('M4: an undo of the order starts over, so that a yes never acts on the order that was taken back', () => {
    const session = { ...NO_SOURCES.session, state: { order_number: 'A1' } };
    const undone: SlotSources = {
      ...NO_SOURCES,
      session,
      changes: [{ op: 'undone', key: 'order_number', value: 'A1' }],
    };
    expect(answerWaiting(refundFlow, instance({ slots: { order_id: 'B2' } }), '撤回上一步', undone)).toMatchObject({
      kind: 'moves',
      to: 'check',
      slots: { order_id: 'A1' },
    });
    const cleared: SlotSources = { ...NO_SOURCES, changes: [{ op: 'undone', key: 'order_number' }] };
    expect(answerWaiting(refundFlow, instance(), '撤回上一步', cleared)).toMatchObject({ to: 'check', slots: {} });
  });

  it('takes the asked slot from its anchor alone, and a clear no as the end', () => {
    const asked = instance({ state: 'check', slots: {}, waiting: { for: 'slot', slot: 'order_id' } });
    expect(answerWaiting(refundFlow, asked, 'C3', order('C3'))).toMatchObject({
      kind: 'moves',
      to: 'check',
      slots: { order_id: 'C3' },
    });
    expect(answerWaiting(refundFlow, asked, '不知道', NO_SOURCES)).toEqual({ kind: 'unclear', to: 'check' });
    expect(answerWaiting(refundFlow, asked, '取消', NO_SOURCES)).toEqual({ kind: 'declined' });
  });
});

describe('readConfirmation', () => {
  it.each([
    ['是的', 'yes'],
    ['OK, thanks', 'yes'],
    ['好的，确认', 'yes'],
    ['Yes please!', 'yes'],
    ['不要了', undefined],
    ['不用了。', 'no'],
    ['No, thank you', 'no'],
    ['是不是可以不退', undefined],
    ['yes no', undefined],
    ['', undefined],
    ['谢谢', undefined],
  ])('reads %j as %j', (text, meaning) => expect(readConfirmation(text)).toBe(meaning));

  it.each(['确认？', '好？', '可以?', '对？？', 'ok?', 'Yes??', 'no?', '是的？谢谢'])(
    'takes the question %j for no answer: what cannot be undone needs more than a doubt',
    (text) => expect(readConfirmation(text)).toBeUndefined(),
  );
});

describe('chooseFlow', () => {
  const flows = [refundFlow, policyFlow];
  it('takes the flow with more of its words, none of its exclusions, and whole words only in English', () => {
    expect(chooseFlow(flows, '我要退款', [])?.definition.name).toBe('refund');
    expect(chooseFlow(flows, '退款政策是什么', [])?.definition.name).toBe('policy');
    expect(chooseFlow(flows, 'A REFUND, please', [])?.definition.name).toBe('refund');
    expect(chooseFlow(flows, 'refundable?', [])).toBeUndefined();
    expect(chooseFlow(flows, '今天天气', [])).toBeUndefined();
  });

  it('O10: chooses the same whatever the order of the flows', () => {
    expect(chooseFlow([policyFlow, refundFlow], '退货 policy', [])).toBe(chooseFlow(flows, '退货 policy', []));
  });
});
