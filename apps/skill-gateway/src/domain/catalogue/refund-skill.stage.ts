import type { SkillManifest } from '@plinth/contracts';
import { manifestDefaults } from '../contract/manifest-defaults.stage';
import { firstRollout, type Rollout } from '../rollout/rollout';
import { sharePlan } from '../rollout/share-plan';
import { buildCatalogue, type Catalogue, type RegisteredSkill } from './catalogue';

/** Refunds one order; irreversible, to be confirmed, with a receipt. */
export const refundManifest = (version: string, over: Partial<SkillManifest> = {}): SkillManifest => ({
  ...{ name: 'refund', version, description: 'Refunds one order.', trigger: 'a refund', effect: 'irreversible' },
  ...{ confirmation_required: true, idempotency: 'key', errors: [], sla: { p95_ms: 10 }, timeout_ms: 100 },
  input_schema: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  output_schema: { type: 'object', properties: { refund_id: { type: 'string' } }, required: ['refund_id'] },
  receipt: { fields: ['refund_id'] },
  ...manifestDefaults,
  ...over,
});
/** Half of the users to the candidate; without one the baseline alone. */
export const refundRollout = ({ weight = 0.5, ...over }: Partial<Rollout> & { weight?: number } = {}): Rollout => {
  const first = { ...firstRollout('refund', '1.0.0', sharePlan(weight)), candidate: '2.0.0', run: 1, ...over };
  return { ...first, status: over.status ?? (first.candidate === undefined ? 'idle' : 'running') };
};
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
