import { counter, histogram, zero } from '@plinth/telemetry';
import type { SkillReply } from '../../domain/outcome/skill-reply';

/** Skills and versions come and go; their series begin with the first call. */
export function zeroCallMetrics(): void {
  zero('skill_calls_total', { skill: [], version: [], lane: [], stage: [], outcome: [], code: [] });
  zero('skill_latency_seconds', { skill: [], version: [], lane: [], stage: [], outcome: [] });
}

/**
 * Counts one answered command (S5). Labels are names and codes of registered contracts and of the gateway: what a caller
 * invents as a skill counts as `unknown`.
 */
export function countCall(reply: SkillReply): void {
  const { skill, version = '', lane = '', stage = '', duration_ms: durationMs, attempts } = reply.data;
  const outcome = reply.kind === 'succeeded' ? 'succeeded' : reply.data.outcome;
  const code = reply.kind === 'succeeded' ? '' : reply.data.error.code;
  const named = code === 'unknown_skill' && version === '' ? 'unknown' : skill;
  counter('skill_calls_total').labels(named, version, lane, stage, outcome, code).inc();
  if (attempts > 0)
    histogram('skill_latency_seconds')
      .labels(named, version, lane, stage, outcome)
      .observe(durationMs / 1_000);
}
