import { z } from 'zod';
import type { EvalData } from '../eval-data';
import { type EvalContext, type EvalResult, type EvalSet, ratio } from '../eval-set';

const DIALOGUES = 'sgd.jsonl';
const TOOLS = 'sgd-tools.json';
/** The day on which the dialogues take place. */
const NOW = '2019-03-01T09:00:00Z';

const toolsSchema = z.array(
  z.object({
    service: z.string(),
    parameters: z.object({
      properties: z.record(
        z.string(),
        z.object({ description: z.string(), enum: z.array(z.string()).optional(), default: z.string().optional() }),
      ),
    }),
  }),
);
const frameSchema = z.object({
  svc: z.string(),
  set: z.record(z.string(), z.array(z.string())).default({}),
  rem: z.array(z.string()).default([]),
});
const dialogueSchema = z.object({
  id: z.string(),
  turns: z.array(
    z.discriminatedUnion('r', [
      z.object({ r: z.literal('U'), t: z.string(), f: z.array(frameSchema) }),
      z.object({ r: z.literal('S'), t: z.string() }),
    ]),
  ),
});
const observedSchema = z.object({
  session: z.object({ state: z.record(z.string(), z.string()) }).default({ state: {} }),
});

type Dialogue = z.output<typeof dialogueSchema>;
type Frame = z.output<typeof frameSchema>;
type State = ReadonlyMap<string, string>;

interface Counts {
  frames: number;
  right: number;
  strict: number;
  slots: number;
  rightSlots: number;
}

/** The task schema: every parameter of the services' tools under `Service.parameter`. */
function taskSlots(data: EvalData): { name: string; [field: string]: unknown }[] {
  const slots = data.json(TOOLS, toolsSchema).flatMap(({ service, parameters }) =>
    Object.entries(parameters.properties).map(([name, { description, enum: values, default: given }]) => ({
      name: `${service}.${name}`,
      service,
      description,
      ...(values === undefined ? {} : { values }),
      ...(given === undefined ? {} : { default: given }),
    })),
  );
  return [...new Map(slots.toReversed().map((slot) => [slot.name, slot])).values()];
}

async function run({ data, memory, run: id, progress }: EvalContext): Promise<EvalResult> {
  const names = new Set(taskSlots(data).map(({ name }) => name));
  const dialogues = data.lines(DIALOGUES, dialogueSchema);
  const counts: Counts = { frames: 0, right: 0, strict: 0, slots: 0, rightSlots: 0 };
  const misses: unknown[] = [];
  for (const [i, dialogue] of dialogues.entries()) {
    const session = { user_id: `sgd-${id}-${i}`, session_id: `sgd-${id}-${i}`, now: NOW, time_zone: 'UTC' };
    const say = async (role: 'user' | 'assistant', text: string): Promise<State> => {
      const { session: after } = await memory.post('/v1/memory/observe', { ...session, role, text }, observedSchema);
      return new Map(Object.entries(after.state).filter(([name]) => names.has(name)));
    };
    await score(dialogue, names, say, counts, misses);
    progress(i + 1, dialogues.length);
  }
  return {
    metrics: {
      joint: ratio(counts.right, counts.frames),
      joint_over_all_services: ratio(counts.strict, counts.frames),
      slot: ratio(counts.rightSlots, counts.slots),
      frames: counts.frames,
    },
    misses,
  };
}

/**
 * The frame's service tells which slots are compared, never the tracker. Over all services a slot that was filled for another service
 * than the dialogue's is an error, too.
 */
async function score(
  { id, turns }: Dialogue,
  names: ReadonlySet<string>,
  say: (role: 'user' | 'assistant', text: string) => Promise<State>,
  counts: Counts,
  misses: unknown[],
): Promise<void> {
  const gold = new Map<string, readonly string[]>();
  for (const turn of turns) {
    const state = await say(turn.r === 'U' ? 'user' : 'assistant', turn.t);
    if (turn.r === 'S') continue;
    for (const frame of turn.f) {
      fold(gold, frame, names);
      const wanted = [...gold].filter(([name]) => name.startsWith(`${frame.svc}.`));
      const wrong = wanted.filter(([name, values]) => !holds(state.get(name), values)).map(([name]) => name);
      const extra = [...state.keys()].filter((name) => !gold.has(name));
      const ofService = extra.filter((name) => name.startsWith(`${frame.svc}.`));
      counts.frames++;
      counts.slots += wanted.length;
      counts.rightSlots += wanted.length - wrong.length;
      if (wrong.length + ofService.length > 0) misses.push({ id, text: turn.t, wrong, extra: ofService });
      else counts.right++;
      if (wrong.length + extra.length === 0) counts.strict++;
    }
  }
}

function fold(gold: Map<string, readonly string[]>, { svc, set, rem }: Frame, names: ReadonlySet<string>): void {
  for (const [slot, values] of Object.entries(set)) {
    const name = `${svc}.${slot}`;
    if (names.has(name)) gold.set(name, values);
  }
  for (const slot of rem) gold.delete(`${svc}.${slot}`);
}

const holds = (value: string | undefined, values: readonly string[]): boolean =>
  value !== undefined && values.some((one) => one.toLowerCase() === value.toLowerCase());

export const sgd: EvalSet = {
  name: 'sgd',
  baselines: { joint: '.60 of gold acts, .76 of gold acts with accepted offers' },
  aims: { joint: 0.76 },
  taskSlots,
  run,
};
