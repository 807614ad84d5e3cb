import { languageOf } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Shop, StockEntry } from '../shop';

export function checkStock(shop: Shop): Skill {
  return defineSkill({
    name: 'check_stock',
    version: '1.0.0',
    description:
      'Tells how many pieces of an article are in the warehouse; the article is named by its number or by its name.',
    trigger: 'the user asks whether an article is available, in stock or sold out; 有没有货、库存、缺货',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['name', 'available', 'in_stock'],
    input: z.object({ query: z.string().min(1).max(2_000) }),
    output: z.object({ article: z.string(), name: z.string(), available: z.int(), in_stock: z.boolean() }),
    errors: [{ code: 'article_not_found', retryable: false, description: 'No article of the shop is named.' }],
    p95Ms: 200,
    run({ query }, { locale }) {
      const found = shop.stock.find((entry) => isNamed(entry, query.toLowerCase()));
      if (!found) throw new SkillError('article_not_found', 'No article of the shop is named.');
      return {
        article: found.article,
        name: found.name[languageOf(locale)],
        available: found.available,
        in_stock: found.available > 0,
      };
    },
  });
}

function isNamed({ article, name }: StockEntry, query: string): boolean {
  return [article, name.zh, name.en].some((known) => query.includes(known.toLowerCase()));
}
