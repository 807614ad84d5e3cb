import { SkillError } from '@plinth/skill-kit';
import type { Order, Shop } from './shop';

/** The declared error of every skill that looks an order up. */
export const ORDER_NOT_FOUND = {
  code: 'order_not_found',
  retryable: false,
  description: 'The user has no order of that number.',
} as const;

/** An order is shown to its owner only; to anybody else there is none. Throws SkillError `order_not_found`. */
export function ownOrder(shop: Shop, orderId: string, userId: string): Order {
  const order = shop.orders.get(orderId.toUpperCase());
  if (!order || !owns(order, userId)) throw new SkillError(ORDER_NOT_FOUND.code, ORDER_NOT_FOUND.description);
  return order;
}

function owns({ user_id: owner }: Order, userId: string): boolean {
  return owner.endsWith('*') ? userId.startsWith(owner.slice(0, -1)) : userId === owner;
}
