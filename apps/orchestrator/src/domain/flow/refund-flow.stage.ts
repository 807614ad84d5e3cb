import { parseFlow } from './parse-flow';
import type { Flow } from './flow';

/** A small flow with every kind of state, for tests. */
export const REFUND_YAML = `
name: refund
description: Checks an order, asks, refunds.
triggers:
  any: [退款, 退货, refund]
  none: [退款政策]
  anchors: [order_number]
start: check
slots:
  order_id: { anchor: order_number, state: order_number, ask: { zh: 请提供订单号。, en: Which order number? } }
fallback: handoff
states:
  check:
    skill: get_order_status
    arguments: { order_id: "{{slots.order_id}}" }
    on:
      - when: { data.refundable: true }
        to: confirm
      - to: refuse
  confirm:
    ask: { zh: "订单 {{slots.order_id}} 可退 {{data.check.amount}} 元，确认退款吗？", en: "Order {{slots.order_id}}: refund {{data.check.amount}}?" }
    on:
      - when: { reply: yes }
        to: refund
      - when: { reply: no }
        to: stopped
      - to: confirm
  refund:
    skill: refund_process
    confirmed: true
    max_retries: 2
    arguments: { order_id: "{{slots.order_id}}", amount: "{{data.check.amount}}", note: "退款 {{slots.order_id}}" }
    on:
      - when: { outcome: failed, code: already_refunded }
        to: refuse
      - to: done
  done:
    reply: { zh: "已为您申请退款 {{data.refund_process.amount}} 元，预计{{slots.refund_time}}到账。", en: "Refunded {{data.refund_process.amount}}, expect it in {{slots.refund_time}}." }
    set: { refund_time: "{{data.refund.eta}}" }
  refuse: { reply: { zh: "订单 {{slots.order_id}} 不能退款。", en: "Order {{slots.order_id}} cannot be refunded." } }
  stopped: { reply: { zh: 好的，已取消退款。, en: "All right, no refund." } }
  handoff: { reply: { zh: 已为您转接人工客服。, en: A colleague will take over. } }
`;

export const POLICY_YAML = `
name: policy
triggers: { any: [退款政策, 政策, policy] }
start: say
states:
  say: { reply: { zh: 七天无理由退货。, en: Seven days. } }
`;

export function flowFrom(yaml: string): Flow {
  const parsed = parseFlow(yaml);
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.flow;
}

export const refundFlow = flowFrom(REFUND_YAML);
export const policyFlow = flowFrom(POLICY_YAML);
