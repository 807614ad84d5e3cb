import type { z } from 'zod';
import type { SkillContext } from './skill';

/** A field of an object, or a place below it, with dots; `*` stands for every element of a list. */
export type PathIn<Output extends z.ZodObject> = FieldOf<Output> | `${FieldOf<Output>}.${string}`;
type FieldOf<Output extends z.ZodObject> = keyof z.output<Output> & string;

type Work<Input extends z.ZodObject, Output extends z.ZodObject> = (
  args: z.output<Input>,
  context: SkillContext,
) => Promise<z.input<Output>> | z.input<Output>;

interface Contract<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** lower_snake. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** When a planner should choose it. */
  readonly trigger: string;
  readonly confirmationRequired?: boolean;
  readonly input: Input;
  readonly output: Output;
  /** What `run` may throw as SkillError; anything else that it throws is a bug. */
  readonly errors?: readonly { readonly code: string; readonly retryable: boolean; readonly description: string }[];
  readonly p95Ms: number;
  /** 5,000 unless given. `context.signal` is aborted when it is over. */
  readonly timeoutMs?: number;
  /** What a summary shows first, in this order. */
  readonly keyFields?: readonly PathIn<Output>[];
  /** How results of two versions are compared; receipts are never compared, since each call has its own. */
  readonly compare?: {
    readonly ignore?: readonly PathIn<Output>[];
    /** Relative difference that counts as none. */
    readonly tolerance?: { readonly [path in PathIn<Output>]?: number };
    /** Similarity of texts that counts as the same, 0 … 1. */
    readonly text?: { readonly [path in PathIn<Output>]?: number };
  };
  /** What this provider bears: calls under way at once, calls begun in a second. The kit refuses more than `maxConcurrent`. */
  readonly limits?: { readonly maxConcurrent?: number; readonly perSecond?: number };
  /** For the catalogue; they have to keep the schemas. */
  readonly examples?: readonly { readonly arguments: z.input<Input>; readonly result?: z.input<Output> }[];
  run: Work<Input, Output>;
}

/** What acts names the fields of its output that prove the effect. */
type Effect<Output extends z.ZodObject> =
  | { readonly effect: 'read'; readonly receipt?: never }
  | { readonly effect: 'write' | 'irreversible'; readonly receipt: readonly FieldOf<Output>[] };

/** What a comparison run may do with it: nothing unless said, call it as it is if it reads, or have it tell what it would do. */
type Shadow<Input extends z.ZodObject, Output extends z.ZodObject> =
  | { readonly shadow?: 'never'; readonly dryRun?: never }
  | { readonly shadow: 'safe'; readonly effect: 'read'; readonly dryRun?: never }
  | {
      readonly shadow: 'dry_run';
      /** Answers as `run` would, every check made, and changes nothing; what proves an effect is a place holder. */
      dryRun: Work<Input, Output>;
    };

export type SkillOptions<Input extends z.ZodObject, Output extends z.ZodObject> = Contract<Input, Output> &
  Effect<Output> &
  Shadow<Input, Output>;
