import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { customerServiceFolder } from '../sample-folder';

const inBothLanguages = z.object({ zh: z.string(), en: z.string() });
const item = z.object({ article: z.string(), name: inBothLanguages, quantity: z.int().min(1) });

const order = z.object({
  order_id: z.string(),
  /** Who owns it. With a star at its end every user whose id begins so has an order of that number of their own. */
  user_id: z.string(),
  status: z.enum(['paid', 'shipped', 'delivered']),
  items: z.array(item).min(1),
  amount: z.number().positive(),
  currency: z.string().length(3),
  paid_on: z.string(),
  carrier: z.string().optional(),
  refundable: z.boolean(),
  refund_refusal: inBothLanguages.optional(),
});
export type Order = z.output<typeof order>;

const stockEntry = z.object({ article: z.string(), name: inBothLanguages, available: z.int().min(0) });
export type StockEntry = z.output<typeof stockEntry>;

const clause = z.object({ document: z.string(), clause: z.string(), zh: z.string(), en: z.string() });
export type PolicyClause = z.output<typeof clause>;

/** What the sample shop knows; read once, never written. */
export interface Shop {
  readonly orders: ReadonlyMap<string, Order>;
  readonly stock: readonly StockEntry[];
  readonly clauses: readonly PolicyClause[];
}

export function loadShop(folder = join(customerServiceFolder, 'data')): Shop {
  const read = <T>(file: string, schema: z.ZodType<T>): T[] =>
    z.array(schema).parse(parse(readFileSync(join(folder, file), 'utf8')));
  return {
    orders: new Map(read('orders.yaml', order).map((entry) => [entry.order_id, entry])),
    stock: read('stock.yaml', stockEntry),
    clauses: read('policy-clauses.yaml', clause),
  };
}

/** From a refund to its arrival, by the policy of today. */
export const REFUND_TIME = { zh: '1-2个工作日', en: '1-2 working days' } as const;
