import { languageOf, type Language } from '@plinth/contracts';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import { termsOf } from '../../terms';
import type { PolicyClause, Shop } from '../shop';

export function searchPolicy(shop: Shop): Skill {
  return defineSkill({
    name: 'search_policy',
    version: '1.0.0',
    description:
      'Finds the clause of the policy documents that answers a question best, with document and clause number.',
    trigger: 'the user asks what the rules of the shop are; 退换货规则、运费、保修等店铺政策怎么规定',
    effect: 'read',
    shadow: 'safe',
    keyFields: ['document', 'clause', 'text'],
    input: z.object({ query: z.string().min(1).max(2_000) }),
    output: z.object({ document: z.string(), clause: z.string(), text: z.string(), score: z.number() }),
    errors: [{ code: 'no_clause_found', retryable: false, description: 'No clause shares a word with the question.' }],
    p95Ms: 200,
    run({ query }, { locale }) {
      const language = languageOf(locale);
      const [best] = shop.clauses
        .map((clause) => ({ clause, score: overlap(clause, query, language) }))
        .sort((a, b) => b.score - a.score);
      if (!best || best.score === 0) throw new SkillError('no_clause_found', 'No clause answers that question.');
      return {
        document: best.clause.document,
        clause: best.clause.clause,
        text: best.clause[language],
        score: best.score,
      };
    },
  });
}

/** Share of the question's bigrams (Chinese) or words (English) that the clause holds, 0 … 1. */
function overlap(clause: PolicyClause, query: string, language: Language): number {
  const wanted = termsOf(query, language);
  const held = new Set(termsOf(clause[language], language));
  return wanted.length === 0 ? 0 : wanted.filter((term) => held.has(term)).length / wanted.length;
}
