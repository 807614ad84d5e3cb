import type { Lane } from '@plinth/contracts';
import type { MessageId, TenantId } from '@plinth/kernel';

/** Which version served a call: what an outcome is joined to. */
export interface ServedCall {
  readonly tenant: TenantId;
  readonly commandId: MessageId;
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly userId: string;
  readonly skill: string;
  readonly version: string;
  readonly lane: Lane;
  readonly atMs: number;
}

/** What an outcome is about: one call, or every call of a turn, of one skill if it names one. */
export type OutcomeSubject =
  { readonly callId: string } | { readonly session: string; readonly turn: string; readonly skill: string | undefined };

/** What became of a call in the eyes of its user (S9); at least one of the three is said. */
export interface CallOutcome {
  readonly tenant: TenantId;
  readonly subject: OutcomeSubject;
  readonly resolvedFirstTime: boolean | undefined;
  readonly complaint: boolean | undefined;
  readonly handlingMs: number | undefined;
  /** When it was seen, by the clock of who reports it. */
  readonly observedAtMs: number;
}

/** Outcomes of the calls of one version, of all tenants. */
export interface OutcomeFigures {
  readonly version: string;
  /** Calls with an outcome. */
  readonly calls: number;
  readonly resolved: { readonly events: number; readonly of: number };
  readonly complaints: { readonly events: number; readonly of: number };
  /** Of handling times in milliseconds: how many, their mean and their variance (of the sample). */
  readonly handling: { readonly count: number; readonly mean: number; readonly variance: number };
}

/**
 * Joins what became of calls to the versions that served them. The join is made when it is read, so that neither the order nor the delay of
 * the two matters: an outcome may come before its call is known, and late ones count. Throws TransientError when the store is away.
 * 1. Everything may be kept again: the same call or outcome twice changes nothing.
 * 2. Of two outcomes about the same, each part is the one seen later.
 * 3. Nothing is kept of a user who was erased since the call.
 */
export abstract class OutcomeLedger {
  abstract keepServed(calls: readonly ServedCall[]): Promise<void>;
  abstract keepOutcome(outcome: CallOutcome): Promise<void>;
  /** Of calls of the skill since `sinceMs`, by version; and how many outcomes of that time wait for a call. */
  abstract figures(
    skill: string,
    sinceMs: number,
  ): Promise<{ readonly versions: readonly OutcomeFigures[]; readonly unmatched: number }>;
  /** Forgets calls and outcomes of before. */
  abstract prune(beforeMs: number): Promise<void>;
}
