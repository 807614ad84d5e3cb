import type { MemoryPreview } from '@plinth/contracts';
import { decide } from '../next/decide';
import { BUDGETS, KEY, replyEvent, requested } from '../next/scripted-mesh.stage';
import { fold } from '../session/evolve';
import { newEvent } from '../session/new-event';
import { emptySession } from '../session/session';
import type { NewEvent, SessionEvent } from '../session/session-event';
import { memoryView } from './memory-view';

const PREVIEW: MemoryPreview = {
  answered_by: 'profile',
  took_ms: 3.5,
  knew: { profile: 2, found: 1 },
  items: [
    {
      ...{ id: 'f1', key: 'phone', layer: 'profile', content: '13812345678', masked: '138****5678' },
      ...{ score: 1, kept: true, reason: 'the profile knows it' },
    },
    { id: 'i2', layer: 'semantic', content: '去过杭州', score: 0.1, kept: false, reason: 'below_floor' },
  ],
};

const numbered = (events: readonly NewEvent[]): SessionEvent[] => events.map((event, i) => ({ ...event, seq: i + 1 }));

/** The journal of a turn of u1 up to what memory has answered. */
function journal(preview?: MemoryPreview): SessionEvent[] {
  const asked = requested('我的电话是多少', 1, 1);
  const started = newEvent('turn.started.v1', { id: 'e2', at: 2, about: asked, data: {}, texts: null });
  const [command] = decide(fold(emptySession(KEY), numbered([asked, started])), BUDGETS);
  const known = {
    user_id: 'u1',
    anchors: [],
    session: { facts: {}, constraints: {}, state: {} },
    changes: [],
    items: [],
  };
  const data = { ...known, ...(preview && { preview }) };
  return numbered([asked, started, replyEvent(command!, { type: 'memory.assembled.v1', data }, 3)]);
}

describe('what a turn shows of memory', () => {
  const events = journal(PREVIEW);
  const contents = (...[viewer]: [Parameters<typeof memoryView>[1]]) =>
    memoryView(events, viewer)?.items.map(({ content }) => content);

  it('M28: is what it knew, kept and dropped and why, in the clear for its user and whoever acts for him', () => {
    expect(memoryView(events, { user_id: 'u1' })).toMatchObject({
      ...{ answered_by: 'profile', took_ms: 3.5, knew: { profile: 2 } },
      items: [
        { id: 'f1', content: '13812345678', kept: true, reason: 'the profile knows it' },
        { id: 'i2', kept: false, reason: 'below_floor' },
      ],
    });
    expect(contents('as_owner')).toEqual(['13812345678', '去过杭州']);
  });

  it('M28: is masked for everybody else, who never sees what was masked', () => {
    for (const viewer of ['other', { user_id: 'u2' }] as const)
      expect(contents(viewer)).toEqual(['138****5678', '去过杭州']);
    expect(JSON.stringify(memoryView(events, 'other'))).not.toContain('12345678');
  });

  it('M28: is gone with the texts of an erased user, and absent where memory was not reached', () => {
    const erased = events.map((event): SessionEvent => ({ ...event, texts: null }));
    expect([memoryView(erased, 'as_owner'), memoryView(events.slice(0, 1), 'as_owner')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('T1: decides nothing: the session is the same with and without it', () => {
    const [known, unknown] = [fold(emptySession(KEY), journal(PREVIEW)), fold(emptySession(KEY), journal())];
    expect(known).toEqual(unknown);
    expect(known.active?.step.kind).toBe('plan');
  });
});
