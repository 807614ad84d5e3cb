import { SKILL_METRICS, type SkillManifest } from '@plinth/contracts';

/** What a manifest of a test says of the parts that the test is not about. */
export const manifestDefaults: Pick<SkillManifest, 'shadow' | 'key_fields' | 'metrics'> = {
  shadow: 'never',
  key_fields: [],
  metrics: [...SKILL_METRICS],
};
