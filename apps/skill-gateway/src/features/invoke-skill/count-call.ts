import { counter, histogram } from '@plinth/telemetry';
import type { SkillReply } from '../../domain/outcome/skill-reply';

/**
 * Counts one answered command (S5). Labels are names and codes of registered contracts and of the gateway: what a caller
 * invents as a skill counts as `unknown`.
 */
export function countCall(reply: SkillReply): void {
  const { skill, version = '', lane = '', duration_ms: durationMs, attempts } = reply.data;
  const outcome = reply.kind === 'succeeded' ? 'succeeded' : reply.data.outcome;
  const code = reply.kind === 'succeeded' ? '' : reply.data.error.code;
  const named = code === 'unknown_skill' && version === '' ? 'unknown' : skill;
  counter('skill_calls_total').labels(named, version, lane, outcome, code).inc();
  if (attempts > 0)
    histogram('skill_latency_seconds')
      .labels(named, version, lane, outcome)
      .observe(durationMs / 1_000);
}
