import { SKILL_METRICS, type SkillManifest } from '@plinth/contracts';

/** The skills that are called: one that reads and leaves no row, one that acts and does. */
export const READ = 'read_stock';
export const WRITE = 'note_order';
/** Of the skills that are only there: a baseline, a candidate and an older version. */
export const MANY_VERSIONS = ['1.0.0', '1.1.0', '1.2.0'] as const;

export const ARGUMENTS = { order_id: 'A-1024', quantity: 2, places: ['A-3', 'B-1'], note: '请尽快发货' };

/** A contract of the size that skills have: five parameters, an enumeration, a pattern, a list. */
export function manifestOf(name: string, version: string, effect: 'read' | 'write'): SkillManifest {
  return {
    ...{ name, version, effect, confirmation_required: false, idempotency: 'key', timeout_ms: 5_000 },
    description: `Tells what is left of the goods of one order, for the bench (${name}).`,
    trigger: 'the stock of an order',
    input_schema: {
      type: 'object',
      properties: {
        order_id: { type: 'string', pattern: '^[A-Z]-[0-9]{1,8}$' },
        quantity: { type: 'integer', minimum: 1, maximum: 1_000 },
        places: { type: 'array', items: { type: 'string', maxLength: 16 }, maxItems: 20 },
        priority: { type: 'string', enum: ['low', 'normal', 'high'] },
        note: { type: 'string', maxLength: 500 },
      },
      required: ['order_id', 'quantity'],
    },
    output_schema: {
      type: 'object',
      properties: { id: { type: 'string' }, stock: { type: 'integer' }, place: { type: 'string' } },
      required: ['id', 'stock'],
    },
    errors: [{ code: 'sold_out', retryable: false, description: 'Nothing is left.' }],
    sla: { p95_ms: 100 },
    ...(effect === 'write' && { receipt: { fields: ['id'] } }),
    shadow: 'never',
    key_fields: [],
    limits: { max_concurrent: 256 },
    metrics: [...SKILL_METRICS],
  };
}
