import type { VerdictOutcome } from '@plinth/contracts';
import type { MessageId, SessionId, TenantId, TurnId } from '@plinth/kernel';

export interface VerdictEntry {
  readonly tenant: TenantId;
  readonly userId: string;
  readonly session: SessionId | undefined;
  readonly turn: TurnId | undefined;
  readonly command: MessageId;
  readonly round: number;
  readonly outcome: VerdictOutcome;
  readonly partial: boolean;
  readonly codes: readonly string[];
  readonly policyVersion: string;
  readonly durationMs: number;
  readonly atMs: number;
}

/** What was judged, for people and measures; it holds no text. The verdict itself is in the journal of its session. */
export abstract class VerdictLog {
  /**
   * Takes an entry and returns at once; it is written soon, once per command. An entry that a crash or a store that is
   * away for long has cost is counted and can be made again from the journal.
   */
  abstract record(entry: VerdictEntry): void;
  /** Deletes a user's entries; how many. Throws TransientError when the store is away. */
  abstract erase(tenant: TenantId, userIds: readonly string[]): Promise<number>;
}
