import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { languageOf, type Shop } from '../shop';

const STATUS = {
  paid: { zh: '已付款，待发货', en: 'paid, waiting for dispatch' },
  shipped: { zh: '已发货', en: 'shipped' },
  delivered: { zh: '已签收', en: 'delivered' },
} as const;

export function getOrderStatus(shop: Shop): Skill {
  return defineSkill({
    name: 'get_order_status',
    version: '1.0.0',
    description:
      'Reads the status of one order: what was bought, what it cost, where it is, whether it may be refunded.',
    trigger: 'the user asks about an order, or a refund needs to know it',
    effect: 'read',
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
    }),
    errors: [{ code: 'order_not_found', retryable: false, description: 'There is no order of that number.' }],
    p95Ms: 200,
    run({ order_id }, { locale }) {
      const found = shop.orders.get(order_id.toUpperCase());
      if (!found) throw new SkillError('order_not_found', 'There is no order of that number.');
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
      };
    },
  });
}
