import type { Json, MessageId, Refusal, TenantId, UserId } from '@plinth/kernel';
import type { GateMode } from '../domain/candidates/gate-policy';
import type { OpenCandidate } from '../domain/candidates/candidate';
import type { CommitPlan } from '../domain/profile/commit-plan';
import type { ActiveFact } from '../domain/profile/override';

/** A write that belongs to no turn. */
export interface WriteKey {
  readonly tenant: TenantId;
  readonly userId: UserId;
  /** The same id writes once; a repetition answers what was recorded. */
  readonly commandId: MessageId;
}

export interface WriteKnowledge {
  readonly active: readonly ActiveFact[];
  /** Open candidates of the user in every session, oldest first. */
  readonly candidates: readonly OpenCandidate[];
  /** What the user has chosen, where the user has chosen. */
  readonly mode?: GateMode;
  /** What was said up to here has been erased and may not be stored again; -1 when nothing was. */
  readonly erasedUntilMs: number;
}

export interface WriteRecord {
  readonly plan: CommitPlan;
  /** Recorded with the rows; a repetition answers it. */
  readonly reply: Json;
}

export interface Written {
  readonly repeated: boolean;
  readonly reply: Json;
  /** Ids of items that stood already under another id, by the id that was planned: the same content was re-stated. */
  readonly restated: ReadonlyMap<string, string>;
}

/** One of several writes that stand or fall together. */
export interface WriteTogether {
  readonly key: WriteKey;
  readonly decide: (known: WriteKnowledge) => WriteRecord | Refusal;
  /** Whether what was recorded under the command is refused for what comes now. */
  readonly check: (recorded: Json) => Refusal | undefined;
}

/** Durable memory outside of turns. One transaction in the scope of the user (M20), carried out once per command id (T3). */
export abstract class ItemLedger {
  /** `decide` is pure and may be called again; what it refuses leaves nothing behind. Throws TransientError when the outcome is unknown or others were faster too often. */
  abstract write(key: WriteKey, decide: (known: WriteKnowledge) => WriteRecord | Refusal): Promise<Written | Refusal>;
  /**
   * Writes of several users in one transaction, each in the scope of its own; answers in their order. What one of them refuses leaves
   * nothing behind of any: the first refusal is the answer.
   */
  abstract writeTogether(writes: readonly WriteTogether[]): Promise<readonly Written[] | Refusal>;
  /** The user's own choice of the gate's mode (M12); null leaves it to the tenant. */
  abstract chooseMode(tenant: TenantId, userId: UserId, mode: GateMode | null, nowMs: number): Promise<void>;
}
