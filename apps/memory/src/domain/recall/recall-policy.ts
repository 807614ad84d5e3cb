import { calibrationOf } from '@plinth/terms';
import { z } from 'zod';

const share = z.number().min(0).max(1);
const weight = z.number().min(0).max(10);
const kinds = z.strictObject({
  fact: weight.default(1),
  preference: weight.default(1),
  state: weight.default(1),
  constraint: weight.default(1),
  episode: weight.default(1),
});
const sources = z.enum(['user', 'system', 'tool', 'document', 'inference']);

/** What a task admits of memory (M8); a task that is not named admits what `default` does. */
const taskPolicy = z.strictObject({
  kinds: kinds.prefault({}),
  sources: z.array(sources).default(['user', 'system', 'tool', 'document', 'inference']),
});

/**
 * Where an embedding model's scale begins and ends: `unrelated` is the cosine that texts without a relation have on average, `same` that
 * of paraphrases. Similarity is what lies between, 0…1, so that one floor serves every model: 0.62 of a model is not 0.62 of another.
 */
const calibration = z.strictObject({ unrelated: z.number().min(-1).max(1), same: z.number().min(-1).max(1) });
const modelPolicy = calibration.extend({
  /** What a similarity of 1 adds to relevance, a perfect match of words being 1: by how well the model ranks. */
  weight: weight.default(0.1),
});

/** Recall (M6, M8–M10, M24): figures a tenant may change; the defaults are the requirements' own, or were measured (tools/adr/0009). */
export const recallPolicySchema = z.strictObject({
  /** Items given to a turn at most, and how many of each arm are considered. */
  top: z.int().min(1).max(50).default(5),
  armLimit: z.int().min(10).max(200).default(100),
  /** Candidates whose texts are read and ranked. */
  considered: z.int().min(10).max(100).default(48),
  /** What each sign adds to relevance, words being 1. */
  weights: z
    .strictObject({
      /** Happened in the period that the question names. */
      period: weight.default(1),
      /** Has what looks like such an answer as is asked for: a price, a title, a number. */
      shape: weight.default(0.03),
      /** Share that goes to the words of who the question says has spoken. */
      speaker: share.default(0.6),
      /** What was asked just before it by the assistant, and what the user said just before it. */
      askedBefore: weight.default(1),
      saidBefore: weight.default(0.2),
    })
    .prefault({}),
  /** Least calibrated similarity of one arm by kind (M8); below it nothing is injected. */
  floors: z
    .strictObject({ preference: share.default(0.7), state: share.default(0.7), semantic: share.default(0.62) })
    .prefault({}),
  /** Shares of the best possible keyword score: what counts as no relation, and as the same. */
  keyword: calibration.default({ unrelated: 0, same: 0.06 }),
  models: z.record(z.string(), modelPolicy).default({
    'plinth-local-1': { unrelated: 0.1, same: 0.5, weight: 0.04 },
    'multilingual-e5-small': { unrelated: 0.76, same: 0.9, weight: 0.15 },
  }),
  /** The share of what a question says that a text must say, too, to answer it (M9); less is given as context and answers nothing. */
  sufficient: share.default(0.35),
  /** A hit below this share of the best one is about something else. */
  leastOfBest: share.default(0.1),
  /** Below this credibility an item enters no prompt (M24). */
  leastConfidence: share.default(0.35),
  /** Two texts that share this much of their pairs of characters are one. */
  duplicate: share.default(0.9),
  layers: z
    .strictObject({ session: weight.default(2), profile: weight.default(1), semantic: weight.default(1) })
    .prefault({}),
  recency: z
    .strictObject({
      /** 1 / (1 + days), or e^(−rate · days) (M10). */
      form: z.enum(['inverse', 'exponential']).default('inverse'),
      rate: z.number().min(0).max(10).default(0.05),
    })
    .prefault({}),
  /** The most that recency, importance and confidence together take from a score: what is more relevant by more than this stays before. */
  boost: share.max(0.5).default(0.05),
  tasks: z.record(z.string(), taskPolicy).default({}),
  /** Alarm when the mean similarity of the five best is lower; never answered by widening (M8). */
  alarmBelow: share.default(0.65),
  /** What is said within this time of something else, in one conversation with it; ms. */
  conversationGapMs: z.int().min(0).max(86_400_000).default(1_800_000),
  /** Names whose scores differ by less are asked about, not guessed (M9). */
  nearEqual: share.default(0.15),
});
export type RecallPolicy = z.output<typeof recallPolicySchema>;
export type TaskPolicy = z.output<typeof taskPolicy>;

export const DEFAULT_RECALL_POLICY: RecallPolicy = recallPolicySchema.parse({});
const ANY_TASK: TaskPolicy = taskPolicy.parse({});

export const taskPolicyOf = (policy: RecallPolicy, task: string | undefined): TaskPolicy =>
  (task === undefined ? undefined : Object.hasOwn(policy.tasks, task) ? policy.tasks[task] : undefined) ??
  (Object.hasOwn(policy.tasks, 'default') ? policy.tasks['default'] : undefined) ??
  ANY_TASK;

/** Of a model, by the name that its vectors are stored under. */
export const modelOf = ({ models }: RecallPolicy, model: string | undefined) => calibrationOf(models, model);
