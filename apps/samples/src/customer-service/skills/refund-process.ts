import { createHash } from 'node:crypto';
import { languageOf } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill, type SkillContext } from '@plinth/skill-kit';
import { z } from 'zod';
import { ORDER_NOT_FOUND, ownOrder } from '../own-order';
import type { OwnOrder, Refunds } from '../refunds';
import { REFUND_TIME, type Shop } from '../shop';

const input = z.object({ order_id: z.string().min(1).max(64), reason: z.string().max(500).default('') });
const errors = [
  ORDER_NOT_FOUND,
  { code: 'not_refundable', retryable: false, description: 'The policy does not allow a refund of this order.' },
  {
    code: 'already_refunded',
    retryable: false,
    description: 'The order was refunded before; the message has the number.',
  },
];
const contract = {
  name: 'refund_process',
  description: 'Refunds one order by the way it was paid; the money is on its way once the refund number exists.',
  trigger: 'the user has confirmed that an order is to be refunded, wants the money back; 退款、退钱',
  effect: 'irreversible',
  confirmationRequired: true,
  input,
  errors,
  receipt: ['refund_id'],
  keyFields: ['refund_id', 'amount', 'currency', 'eta'],
  p95Ms: 800,
} as const;

/** Version 1: the whole amount, and when it will be there as words. */
export function refundProcessV1(shop: Shop, refunds: Refunds): Skill {
  return defineSkill({
    ...contract,
    version: '1.0.0',
    receipt: [...contract.receipt],
    keyFields: [...contract.keyFields],
    shadow: 'dry_run',
    output: z.object({
      refund_id: z.string(),
      order_id: z.string(),
      amount: z.number(),
      currency: z.string(),
      eta: z.string(),
    }),
    run: ({ order_id }, context) => refund(shop, refunds, order_id, context),
    dryRun: ({ order_id }, context) => wouldRefund(shop, refunds, order_id, context),
  });
}

/** Version 2: says by which way the money returns, and the latest arrival in hours, besides what version 1 says. */
export function refundProcessV2(shop: Shop, refunds: Refunds): Skill {
  return defineSkill({
    ...contract,
    version: '2.0.0',
    receipt: [...contract.receipt],
    keyFields: [...contract.keyFields],
    shadow: 'dry_run',
    output: z.object({
      refund_id: z.string(),
      order_id: z.string(),
      amount: z.number(),
      currency: z.string(),
      eta: z.string(),
      eta_hours: z.int(),
      channel: z.literal('original_payment'),
    }),
    run: async ({ order_id }, context) => ({ ...(await refund(shop, refunds, order_id, context)), ...BACK }),
    dryRun: ({ order_id }, context) => ({ ...wouldRefund(shop, refunds, order_id, context), ...BACK }),
  });
}

const BACK = { eta_hours: 48, channel: 'original_payment' } as const;

/** The number follows from the key, so that a call that is repeated after a crash finds its own refund and no other. */
async function refund(shop: Shop, refunds: Refunds, orderId: string, context: SkillContext) {
  const told = refundable(shop, orderId, context);
  const digest = createHash('sha256').update(context.idempotencyKey).digest('hex').slice(0, 10).toUpperCase();
  const refund_id = `RF-${digest}`;
  const recorded = await refunds.record(ownOf(told.order_id, context), refund_id);
  if (recorded !== refund_id) throw alreadyRefunded(recorded);
  return { refund_id, ...told };
}

function wouldRefund(shop: Shop, refunds: Refunds, orderId: string, context: SkillContext) {
  const told = refundable(shop, orderId, context);
  const before = refunds.of(ownOf(told.order_id, context));
  if (before !== undefined) throw alreadyRefunded(before);
  return { refund_id: 'none', ...told };
}

/** What of a refund follows from the order. Throws SkillError `order_not_found` or `not_refundable`. */
function refundable(shop: Shop, orderId: string, { userId, locale }: SkillContext) {
  const { order_id, amount, currency, refundable: isRefundable } = ownOrder(shop, orderId, userId);
  if (!isRefundable) throw new SkillError('not_refundable', 'The policy does not allow a refund of this order.');
  return { order_id, amount, currency, eta: REFUND_TIME[languageOf(locale)] };
}

const ownOf = (orderId: string, { tenant, userId }: SkillContext): OwnOrder => ({ tenant, userId, orderId });

const alreadyRefunded = (number: string): SkillError =>
  new SkillError('already_refunded', `The order was refunded before: ${number}.`);
