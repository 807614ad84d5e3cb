import type { Guard } from './guard';

/** How a candidate reaches its users: stages in order, under guards that watch from the first call until it is taken away. */
export interface RolloutPlan {
  readonly stages: readonly Stage[];
  readonly guards: readonly Guard[];
}

export interface Stage {
  /** Unique in its plan. */
  readonly name: string;
  /** `live`: the candidate answers. `shadow`: it runs beside the baseline, which answers. */
  readonly mode: 'live' | 'shadow';
  readonly audience: Audience;
  /** Share of the audience by sticky bucket, 0 … 1. */
  readonly weight: number;
  /** The largest share of all calls that the candidate may take in this stage, 0 … 1; it stands above stickiness. */
  readonly cap: number;
  readonly trace: 'full' | 'sampled';
  /** An automatic promotion waits for so long, counted from the entry into the stage. */
  readonly minMs: number;
  /** An automatic promotion waits for so many judged calls of the candidate in this stage. */
  readonly minSamples: number;
  readonly promotion: 'manual' | 'automatic';
}

export type Audience =
  | { readonly kind: 'all' }
  /** Subjects whose attribute `segment` is one of these. */
  | { readonly kind: 'segment'; readonly segments: readonly string[] }
  /** Every named attribute must be equal, in type too, to the value or to one of the values. */
  | { readonly kind: 'attributes'; readonly match: Readonly<Record<string, AttributeValue>> }
  | { readonly kind: 'list'; readonly ids: readonly string[] };

export type Scalar = string | number | boolean;
export type AttributeValue = Scalar | readonly Scalar[];
export type Attributes = Readonly<Record<string, AttributeValue>>;
