import type { DataOf, skillOutcome } from '@plinth/contracts';
import type { ToldOutcome } from './record-outcome';

/** An outcome in the words of its contract, which the message and the request share. */
export function toldOutcome(data: DataOf<typeof skillOutcome>, toldAtMs?: number): ToldOutcome {
  return {
    callId: data.call_id,
    session: data.session_id,
    turn: data.turn_id,
    skill: data.skill,
    resolvedFirstTime: data.resolved_first_time,
    complaint: data.complaint,
    handlingMs: data.handling_ms,
    observedAtMs: data.observed_at === undefined ? toldAtMs : Date.parse(data.observed_at),
  };
}
