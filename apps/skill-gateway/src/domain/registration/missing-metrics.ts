import { SKILL_METRICS, type SkillManifest } from '@plinth/contracts';
import type { ManifestFault } from '../contract/skill-contract';

/** The metrics of every skill that a manifest does not say its provider registers (S2). */
export function missingMetrics({ metrics }: SkillManifest): readonly ManifestFault[] {
  return SKILL_METRICS.filter((name) => !metrics.includes(name)).map((name) => fault(`must hold ${name}`));
}

/** Those that it says are registered, and that the page of its provider does not show for this skill. */
export function unexposedMetrics({ name, metrics }: SkillManifest, page: string): readonly ManifestFault[] {
  const shown = new Set(
    page
      .split('\n')
      .filter((line) => line.includes(`skill="${name}"`))
      .map(nameOf),
  );
  return metrics
    .filter((metric) => !shown.has(metric) && !shown.has(`${metric}_count`) && !shown.has(`${metric}_total`))
    .map((metric) => fault(`says ${metric}, which the metrics of its provider do not show for this skill`));
}

const nameOf = (line: string): string => line.split('{')[0] ?? '';

const fault = (reason: string): ManifestFault => ({ at: 'metrics', rule: 'metrics_not_registered', reason });
