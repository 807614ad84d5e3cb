import { anchorKind, lowerSnakeName } from '@plinth/contracts';
import { z } from 'zod';

const name = lowerSnakeName;
const localised = z.strictObject({ zh: z.string().min(1).max(4_000), en: z.string().min(1).max(4_000) });
const scalar = z.union([z.string().max(2_000), z.number(), z.boolean()]);

/**
 * Where a slot's value comes from, in this order: anchor of the turn's text, session state, a known fact, the whole text of the
 * turn that triggered the flow, the default, the answer to `ask`.
 */
const slot = z.strictObject({
  anchor: anchorKind.optional(),
  state: z.string().max(128).optional(),
  fact: z.string().max(128).optional(),
  text: z.literal(true).optional(),
  default: z.string().max(2_000).optional(),
  ask: localised.optional(),
});

/** Equality on `reply` (yes | no), `outcome`, `code`, or a path `data.…` of the state's own result; all must hold. */
const condition = z.record(
  z.string().regex(/^(reply|outcome|code|data(\.[\w-]+)+)$/, 'must be reply, outcome, code or data.<path>'),
  scalar,
);
const transition = z.strictObject({ when: condition.optional(), to: name });

const skillState = z.strictObject({
  skill: name,
  arguments: z.record(z.string(), scalar).default({}),
  confirmed: z.boolean().default(false),
  max_retries: z.int().min(0).max(10).default(3),
  on: z.array(transition).min(1),
});
const askState = z.strictObject({ ask: localised, on: z.array(transition).min(1) });
/** What the reply decides, for memory to keep with its reason (M34); `kind` is `recommendation`, `plan`, `choice` or another. */
const stated = z.strictObject({ kind: name, choice: localised, reason: localised });
const replyState = z.strictObject({
  reply: localised,
  set: z.record(name, z.string().max(2_000)).default({}),
  decision: stated.optional(),
});

export const flowSchema = z.strictObject({
  name,
  description: z.string().max(2_000).optional(),
  triggers: z.strictObject({
    any: z.array(z.string().min(1).max(64)).min(1),
    none: z.array(z.string().min(1).max(64)).default([]),
    anchors: z.array(anchorKind).default([]),
    priority: z.int().min(-100).max(100).default(0),
  }),
  start: name,
  slots: z.record(name, slot).default({}),
  /** The state for a failure that no transition names, e.g. a hand-off to a person. */
  fallback: name.optional(),
  states: z.record(name, z.union([skillState, askState, replyState])),
});

export type FlowDefinition = z.output<typeof flowSchema>;
export type FlowState = FlowDefinition['states'][string];
export type SkillState = z.output<typeof skillState>;
type AskState = z.output<typeof askState>;
export type ReplyState = z.output<typeof replyState>;
export type Transition = z.output<typeof transition>;
export type SlotDefinition = z.output<typeof slot>;
export type Localised = z.output<typeof localised>;

/** A validated flow with the hash of its content: what an instance pins (T4). */
export interface Flow {
  readonly hash: string;
  readonly definition: FlowDefinition;
}

/** What each kind of state gives. A new kind is a new case, so that every place that tells kinds apart has to say what it does. */
interface StateCases<T> {
  readonly skill: (state: SkillState) => T;
  readonly ask: (state: AskState) => T;
  readonly reply: (state: ReplyState) => T;
}

export function byKind<T>(state: FlowState, cases: StateCases<T>): T {
  if ('skill' in state) return cases.skill(state);
  if ('ask' in state) return cases.ask(state);
  return cases.reply(state);
}
