import type { SkillManifest } from '@plinth/contracts';
import { manifestDefaults } from './manifest-defaults.stage';

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
