import { fillSlots, NO_SOURCES } from './fill-slots';
import { flowSchema } from './flow';

const flow = flowSchema.parse({
  name: 'stock',
  triggers: { any: ['有货'] },
  slots: { query: { text: true }, order: { anchor: 'order_number', state: 'order_number', default: 'none' } },
  start: 'done',
  states: { done: { reply: { zh: '好', en: 'ok' } } },
});
const anchors = [{ kind: 'order_number' as const, text: 'dd1', value: 'DD1', start: 0, end: 3 }];

describe('fillSlots', () => {
  it('gives a text slot the whole text of the turn, cut to its length without breaking a character', () => {
    expect(fillSlots(flow, {}, { ...NO_SOURCES, text: '机械键盘有货吗' })).toMatchObject({ query: '机械键盘有货吗' });
    const long = fillSlots(flow, {}, { ...NO_SOURCES, text: `${'a'.repeat(1_999)}👍` });
    expect(long['query']?.isWellFormed()).toBe(true);
    expect(fillSlots(flow, { query: 'before' }, { ...NO_SOURCES, text: 'now' })).toMatchObject({ query: 'before' });
  });

  it('prefers what this turn says to what was known, and that to the default', () => {
    const known = { ...NO_SOURCES, session: { ...NO_SOURCES.session, state: { order_number: 'OLD' } } };
    expect(fillSlots(flow, {}, { ...known, anchors })).toMatchObject({ order: 'DD1' });
    expect(fillSlots(flow, {}, known)).toMatchObject({ order: 'OLD' });
    expect(fillSlots(flow, {}, NO_SOURCES)).toMatchObject({ order: 'none' });
  });

  it('M9: leaves open who is meant where a name may be one of several', () => {
    const call = flowSchema.parse({
      ...flow,
      slots: { who: { anchor: 'person', ask: { zh: '打给谁？', en: 'Whom?' } } },
    });
    const li = { kind: 'person' as const, text: '王姐', value: '王莉', contact_id: 'c1', start: 1, end: 3 };
    const somebody = { ...li, value: '王姐', candidates: ['王莉', '王芳'] };
    expect(fillSlots(call, {}, { ...NO_SOURCES, anchors: [li] })).toEqual({ who: '王莉' });
    expect(fillSlots(call, {}, { ...NO_SOURCES, anchors: [somebody] })).toEqual({});
  });

  it('M4: lets go of a value that the user has taken back in this turn, and of none that was changed before', () => {
    const undone = { op: 'undone' as const, key: 'order_number', value: 'OLD' };
    const known = { ...NO_SOURCES, session: { ...NO_SOURCES.session, state: { order_number: 'OLD' } } };
    expect(fillSlots(flow, { order: 'NEW' }, { ...known, changes: [undone] })).toMatchObject({ order: 'OLD' });
    expect(fillSlots(flow, { order: 'NEW' }, known)).toMatchObject({ order: 'NEW' });
    const cleared = { op: 'undone' as const, key: 'order_number' };
    expect(fillSlots(flow, { order: 'NEW' }, { ...NO_SOURCES, changes: [cleared] })).toMatchObject({ order: 'none' });
  });
});
