import type { VerdictOutcome } from '@plinth/contracts';
import type { Notice } from './reply-parts';

export interface StepRecord {
  /** The command without its version, e.g. `skill.invoke`. */
  readonly name: string;
  readonly status: 'succeeded' | 'failed' | 'unknown' | 'skipped';
  readonly duration_ms: number;
  readonly skill?: string;
  readonly version?: string;
  /** 1 for the first call of a flow state, more for its retries. */
  readonly attempt?: number;
  readonly code?: string;
}

export interface ReflectionSummary {
  readonly outcome: VerdictOutcome | 'skipped';
  readonly rounds: number;
  /** Corrections that were applied. */
  readonly corrections: number;
  readonly reflection_skipped: boolean;
  readonly reason?: string;
}

export interface Usage {
  readonly model_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Commands and replies that travelled over the bus. */
  readonly messages: number;
  /** From acceptance to the final event. */
  readonly duration_ms: number;
}

/** What a final event keeps of its turn, without any text of a person. */
export interface TurnRecord {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly code?: string;
  readonly notices: readonly Notice[];
  readonly reflection?: ReflectionSummary;
  readonly steps: readonly StepRecord[];
  readonly usage: Usage;
}
