import { createHash } from 'node:crypto';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { languageOf, type Order, type Shop } from '../shop';

const input = z.object({ order_id: z.string().min(1).max(64), reason: z.string().max(500).default('') });
const errors = [
  { code: 'order_not_found', retryable: false, description: 'There is no order of that number.' },
  { code: 'not_refundable', retryable: false, description: 'The policy does not allow a refund of this order.' },
];
const contract = {
  name: 'refund_process',
  description: 'Refunds one order by the way it was paid; the money is on its way once the refund number exists.',
  trigger: 'the user has confirmed that an order is to be refunded',
  effect: 'irreversible',
  confirmationRequired: true,
  input,
  errors,
  receipt: ['refund_id'],
  p95Ms: 800,
} as const;

const ETA = { zh: '1-2个工作日', en: '1-2 working days' } as const;

/** Version 1: the whole amount, and when it will be there as words. */
export function refundProcessV1(shop: Shop): Skill {
  return defineSkill({
    ...contract,
    version: '1.0.0',
    receipt: [...contract.receipt],
    output: z.object({
      refund_id: z.string(),
      order_id: z.string(),
      amount: z.number(),
      currency: z.string(),
      eta: z.string(),
    }),
    run: ({ order_id }, { locale, idempotencyKey }) =>
      refundOf(refundable(shop, order_id), idempotencyKey, ETA[languageOf(locale)]),
  });
}

/** Version 2: says by which way the money returns, and the latest arrival in hours, besides what version 1 says. */
export function refundProcessV2(shop: Shop): Skill {
  return defineSkill({
    ...contract,
    version: '2.0.0',
    receipt: [...contract.receipt],
    output: z.object({
      refund_id: z.string(),
      order_id: z.string(),
      amount: z.number(),
      currency: z.string(),
      eta: z.string(),
      eta_hours: z.int(),
      channel: z.literal('original_payment'),
    }),
    run: ({ order_id }, { locale, idempotencyKey }) => ({
      ...refundOf(refundable(shop, order_id), idempotencyKey, ETA[languageOf(locale)]),
      eta_hours: 48,
      channel: 'original_payment' as const,
    }),
  });
}

function refundable(shop: Shop, orderId: string): Order {
  const order = shop.orders.get(orderId.toUpperCase());
  if (!order) throw new SkillError('order_not_found', 'There is no order of that number.');
  if (!order.refundable) throw new SkillError('not_refundable', 'The policy does not allow a refund of this order.');
  return order;
}

function refundOf(order: Order, idempotencyKey: string, eta: string) {
  const digest = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 10).toUpperCase();
  return { refund_id: `RF-${digest}`, order_id: order.order_id, amount: order.amount, currency: order.currency, eta };
}
