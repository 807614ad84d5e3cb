import type { SkillManifest } from '@plinth/contracts';
import { refundManifest } from '../contract/refund-manifest.stage';
import { refundRollout } from '../rollout/refund-rollout.stage';
import { buildCatalogue, type Catalogue, type RegisteredSkill } from './catalogue';

export { refundManifest, refundRollout };

export function refundCatalogue(
  over: Parameters<typeof refundRollout>[0] = {},
  ...manifests: SkillManifest[]
): Catalogue {
  const all = manifests.length > 0 ? manifests : [refundManifest('1.0.0'), refundManifest('2.0.0')];
  return buildCatalogue(
    1,
    all.map((each) => ({ manifest: each, providerUrl: 'http://p', state: 'complete' })),
    [refundRollout(over)],
  );
}
export const refundSkill = (
  over: Parameters<typeof refundRollout>[0] = {},
  ...manifests: SkillManifest[]
): RegisteredSkill => refundCatalogue(over, ...manifests).skills.get('refund')!;
