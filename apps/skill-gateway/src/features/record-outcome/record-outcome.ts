import { refuse, type Clock, type Refusal, type TenantId } from '@plinth/kernel';
import type { OutcomeLedger, OutcomeSubject } from '../../ports/outcome-ledger';

/** An outcome as it was told. */
export interface ToldOutcome {
  readonly callId?: string | undefined;
  readonly session?: string | undefined;
  readonly turn?: string | undefined;
  readonly skill?: string | undefined;
  readonly resolvedFirstTime?: boolean | undefined;
  readonly complaint?: boolean | undefined;
  readonly handlingMs?: number | undefined;
  /** Undefined: now. */
  readonly observedAtMs?: number | undefined;
}

/** Keeps what became of calls, from whichever way it comes (S9); it may come again, and before the call itself is known. */
export class RecordOutcome {
  constructor(
    private readonly ledger: OutcomeLedger,
    private readonly clock: Clock,
  ) {}

  /** Throws TransientError when the store is away. */
  async record(tenant: TenantId, told: ToldOutcome): Promise<Refusal | undefined> {
    const subject = subjectOf(told);
    if ('refused' in subject) return subject;
    const { resolvedFirstTime, complaint, handlingMs } = told;
    if (resolvedFirstTime === undefined && complaint === undefined && handlingMs === undefined)
      return faulty('resolved_first_time', 'one_of', 'Say `resolved_first_time`, `complaint` or `handling_ms`.');
    const nowMs = this.clock.now();
    const observedAtMs = Math.min(told.observedAtMs ?? nowMs, nowMs);
    await this.ledger.keepOutcome({ tenant, subject, resolvedFirstTime, complaint, handlingMs, observedAtMs });
    return undefined;
  }
}

function subjectOf({ callId, session, turn, skill }: ToldOutcome): OutcomeSubject | Refusal {
  if (callId !== undefined) {
    const other = [session, turn, skill].some((part) => part !== undefined);
    return other ? faulty('call_id', 'alone', '`call_id` says which call it was: leave the rest out.') : { callId };
  }
  if (session === undefined || turn === undefined)
    return faulty('call_id', 'required', 'Say which call it was: by `call_id`, or by `session_id` and `turn_id`.');
  return { session, turn, skill };
}

const faulty = (field: string, rule: string, message: string): Refusal =>
  refuse('invalid', 'invalid_request', message, { field, rule });
