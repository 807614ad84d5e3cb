import { languageOf } from '@plinth/contracts';
import { defineSkill, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { ORDER_NOT_FOUND, ownOrder } from '../own-order';
import type { Refunds } from '../refunds';
import { REFUND_TIME, type Shop } from '../shop';

const STATUS = {
  paid: { zh: '已付款，待发货', en: 'paid, waiting for dispatch' },
  shipped: { zh: '已发货', en: 'shipped' },
  delivered: { zh: '已签收', en: 'delivered' },
} as const;

export function getOrderStatus(shop: Shop, refunds: Refunds): Skill {
  return defineSkill({
    name: 'get_order_status',
    version: '1.0.0',
    description:
      'Reads the status of one order: what was bought, what it cost, where it is, whether it may be or was refunded.',
    trigger:
      'the user asks about an order or where a parcel is, or a refund needs to know it; 订单到哪了、查物流、快递、发货了吗',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['order_id', 'status_text', 'amount', 'currency'],
    input: z.object({ order_id: z.string().min(1).max(64) }),
    output: z.object({
      order_id: z.string(),
      status: z.enum(['paid', 'shipped', 'delivered']),
      status_text: z.string(),
      items: z.string(),
      amount: z.number(),
      currency: z.string(),
      paid_on: z.string(),
      carrier: z.string(),
      refundable: z.boolean(),
      refund_refusal: z.string(),
      refunded: z.boolean(),
      refund_id: z.string(),
      refund_time: z.string(),
    }),
    errors: [ORDER_NOT_FOUND],
    p95Ms: 200,
    run({ order_id }, { tenant, userId, locale }) {
      const found = ownOrder(shop, order_id, userId);
      const refundId = refunds.of({ tenant, userId, orderId: found.order_id });
      const language = languageOf(locale);
      return {
        order_id: found.order_id,
        status: found.status,
        status_text: STATUS[found.status][language],
        items: found.items
          .map((item) => `${item.name[language]} × ${item.quantity}`)
          .join(language === 'zh' ? '、' : ', '),
        amount: found.amount,
        currency: found.currency,
        paid_on: found.paid_on,
        carrier: found.carrier ?? '',
        refundable: found.refundable,
        refund_refusal: found.refund_refusal?.[language] ?? '',
        refunded: refundId !== undefined,
        refund_id: refundId ?? '',
        refund_time: REFUND_TIME[language],
      };
    },
  });
}
