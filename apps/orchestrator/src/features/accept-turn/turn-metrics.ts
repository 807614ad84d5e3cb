import { counter, gauge, histogram, zero, type Logger } from '@plinth/telemetry';
import type { NoticeCode } from '../../domain/session/reply-parts';
import type { SessionKey } from '../../domain/session/session';
import type { FinalEvent } from '../../domain/session/session-event';
import type { TurnRecord } from '../../domain/session/turn-record';

const STATUSES = { completed: true, failed: true, cancelled: true } satisfies Record<TurnRecord['status'], true>;
const NOTICES = {
  memory_unavailable: true,
  model_unavailable: true,
  reflection_skipped: true,
  reply_blocked: true,
  effect_done: true,
  outcome_unknown: true,
  turn_failed: true,
  deadline_exceeded: true,
  turn_cancelled: true,
} satisfies Record<NoticeCode, true>;
const REFUSALS = [
  'overloaded',
  'session_queue_full',
  'session_not_found',
  'session_ended',
  'idempotency_key_reused',
] as const;
const SKIP_CODES = ['timeout', 'expired', 'parked'];

/** What becomes of turns here, as metrics and as a line each in the log. Metrics exist from the start, so that a first event is an increase. */
export class TurnReport {
  constructor(private readonly log: Pick<Logger, 'info'>) {
    zero('plinth_turns_total', { status: Object.keys(STATUSES) });
    zero('plinth_turn_seconds', { status: Object.keys(STATUSES) });
    zero('plinth_turn_notices_total', { code: Object.keys(NOTICES) });
    zero('plinth_turn_steps_failed_total', { step: ['memory.assemble'], status: ['skipped'], code: SKIP_CODES });
    zero('plinth_turn_steps_failed_total', { step: ['reflection.check'], status: ['skipped'], code: SKIP_CODES });
    zero('plinth_reflection_skipped_total', { reason: [...SKIP_CODES, 'partial'] });
    zero('plinth_turns_in_flight', {});
    zero('plinth_edge_queue_length', {});
    zero('plinth_edge_refused_total', { code: REFUSALS });
  }

  /** A turn that ended here; ids and codes only, never a text. */
  ended({ tenant, session }: SessionKey, { turn, request, data: { record } }: FinalEvent): void {
    const { status, code, notices, reflection, steps, usage } = record;
    const noticed = notices.map((notice) => notice.code);
    const failed = steps.filter((step) => step.status !== 'succeeded');
    counter('plinth_turns_total').inc({ status });
    histogram('plinth_turn_seconds').observe({ status }, usage.duration_ms / 1_000);
    for (const notice of noticed) counter('plinth_turn_notices_total').inc({ code: notice });
    for (const step of failed)
      counter('plinth_turn_steps_failed_total').inc({ step: step.name, status: step.status, code: step.code ?? '' });
    if (reflection?.reflection_skipped)
      counter('plinth_reflection_skipped_total').inc({ reason: reflection.reason ?? 'unknown' });
    this.log.info(
      {
        tenant,
        session_id: session,
        turn_id: turn,
        request_id: request,
        status,
        ...(code !== undefined && { code }),
        notices: noticed,
        failed_steps: failed.map((step) => [step.name, step.status, step.code ?? ''].join(' ')),
        duration_ms: usage.duration_ms,
      },
      'a turn ended',
    );
  }
}

export function countAdmitted(inFlight: number, queued: number): void {
  gauge('plinth_turns_in_flight').set(inFlight);
  gauge('plinth_edge_queue_length').set(queued);
}

export function countRefused(code: string): void {
  counter('plinth_edge_refused_total').inc({ code });
}
