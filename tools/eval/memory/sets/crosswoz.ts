import { z } from 'zod';
import { crosswozDialogues, crosswozSlots, type CrosswozDialogue } from '../crosswoz';
import { type EvalContext, type EvalResult, type EvalSet, ratio } from '../eval-set';

/** Nothing in the dialogues depends on the day. */
const NOW = '2026-03-02T09:00:00Z';

const observedSchema = z.object({
  session: z.object({ state: z.record(z.string(), z.string()) }).default({ state: {} }),
});

type Turn = CrosswozDialogue['turns'][number];
type State = ReadonlyMap<string, string>;

/** Of gold slots after a user turn: those that had another value before it, the same one, or none; and whole states. */
const KINDS = ['override', 'carry', 'first', 'joint'] as const;
type Kind = (typeof KINDS)[number];
type Tally = Record<Kind, { right: number; all: number }>;

async function run({ data, memory, run: id, progress }: EvalContext): Promise<EvalResult> {
  const names = new Set(crosswozSlots(data).map(({ name }) => name));
  const dialogues = crosswozDialogues(data);
  const tally: Tally = {
    override: { right: 0, all: 0 },
    carry: { right: 0, all: 0 },
    first: { right: 0, all: 0 },
    joint: { right: 0, all: 0 },
  };
  const misses: unknown[] = [];
  for (const [i, dialogue] of dialogues.entries()) {
    const session = {
      user_id: `crosswoz-${id}-${i}`,
      session_id: `crosswoz-${id}-${i}`,
      now: NOW,
      time_zone: 'Asia/Shanghai',
    };
    const say = async (role: 'user' | 'assistant', text: string): Promise<State> => {
      const { session: after } = await memory.post('/v1/memory/observe', { ...session, role, text }, observedSchema);
      return new Map(Object.entries(after.state).filter(([name]) => names.has(name)));
    };
    const gold = new Map<string, string>();
    for (const turn of dialogue.turns) {
      const state = await say('user', turn.u);
      misses.push(...score(gold, turn, state, tally).map((miss) => ({ id: dialogue.id, text: turn.u, ...miss })));
      await say('assistant', turn.s);
    }
    progress(i + 1, dialogues.length);
  }
  const metrics = Object.fromEntries(KINDS.map((kind) => [kind, ratio(tally[kind].right, tally[kind].all)]));
  return { metrics: { ...metrics, overrides: tally.override.all }, misses };
}

interface Miss {
  readonly slot: string;
  readonly before: string;
  readonly want: string;
  readonly got: string | undefined;
}

/** Folds the turn into the gold state, counts, and answers the overrides that are wrong. */
function score(gold: Map<string, string>, { add, rem }: Turn, state: State, tally: Tally): Miss[] {
  const before = new Map(gold);
  for (const [slot, value] of Object.entries(add)) gold.set(slot, value);
  for (const slot of rem) gold.delete(slot);
  const misses: Miss[] = [];
  let allRight = gold.size === state.size;
  for (const [slot, want] of gold) {
    const got = state.get(slot);
    const isRight = got !== undefined && plain(got) === plain(want);
    const held = before.get(slot);
    const kind: Kind = held === undefined ? 'first' : plain(held) === plain(want) ? 'carry' : 'override';
    count(tally[kind], isRight);
    allRight &&= isRight;
    if (kind === 'override' && !isRight) misses.push({ slot, before: held ?? '', want, got });
  }
  count(tally.joint, allRight);
  return misses;
}

function count(share: { right: number; all: number }, isRight: boolean): void {
  share.all++;
  if (isRight) share.right++;
}

const plain = (value: string): string => value.normalize('NFKC').trim();

export const crosswoz: EvalSet = {
  name: 'crosswoz',
  baselines: { override: '.43 of gold acts, where the last value wins' },
  aims: { override: 0.8 },
  taskSlots: crosswozSlots,
  run,
};
