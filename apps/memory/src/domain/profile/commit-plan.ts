import type { CandidateStatus } from '../candidates/candidate';
import type { NewItem } from '../items/new-item';
import type { ItemsPolicy } from '../items/items-policy';
import type { ProfileIntent, Provenance } from './intent';
import type { ActiveFact, ChangeCause } from './override';

export interface CommitInput {
  readonly commandId: string;
  readonly turnId: string;
  readonly locale: string;
  readonly observedAtMs: number;
  readonly credibility: ItemsPolicy['credibility'];
  readonly intents: readonly ProfileIntent[];
  readonly decisions: readonly { readonly kind: string; readonly choice: string; readonly reason: string }[];
  readonly receipts: readonly {
    readonly commandId: string;
    readonly skill: string;
    readonly receipt: Readonly<Record<string, unknown>>;
  }[];
  /** Where decisions and receipts are kept; facts are everybody's (M27). */
  readonly space?: string;
}

export interface FactWrite extends ActiveFact {
  readonly status: 'active' | 'deprecated';
  readonly confidence: number;
  readonly from?: Provenance;
}
export interface CandidateWrite {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly status: CandidateStatus;
  readonly observedAtMs: number;
  readonly from?: Provenance;
}
export interface LogEntry {
  readonly id: string;
  readonly key: string;
  readonly oldValue?: string;
  /** Absent where the old value ends and none takes its place. */
  readonly newValue?: string;
  readonly cause: ChangeCause;
}
/** The same value, observed later: no less sure, and valid as the later statement says where it has a source of its own. */
export interface Reaffirmed {
  readonly id: string;
  readonly confidence: number;
  readonly observedAtMs: number;
  readonly from?: Provenance;
}
/** What a commit writes, to be carried out in one transaction, in this order. */
export interface CommitPlan {
  /** Facts that give way; their items leave the search. */
  readonly deprecated: readonly string[];
  readonly facts: readonly FactWrite[];
  readonly reaffirmed?: readonly Reaffirmed[];
  readonly candidates: readonly CandidateWrite[];
  readonly log: readonly LogEntry[];
  readonly items: readonly NewItem[];
}
