import { z } from 'zod';
import type { EvalData } from '../../memory/eval-data';
import { ratio } from '../../memory/eval-set';
import type { SkillsSet } from '../skills-set';

const line = z.object({
  q: z.string(),
  tools: z.array(z.object({ name: z.string(), d: z.string(), p: z.array(z.string()) })),
  suitable: z.boolean(),
});
const linesOf = (data: EvalData) => data.lines('bfcl-relevance.jsonl', line);
/** Whether any of a few skills does what a text asks for: the score of the best tells it. */
export const relevance: SkillsSet = {
  name: 'relevance',
  baselines: { BM25: 'AUROC .851' },
  aims: { auroc: 0.9 },
  needsGateway: true,
  async run(data, gateway) {
    const lines = linesOf(data);
    const scores: {
      readonly score: number;
      readonly suitable: boolean;
      readonly right: boolean;
      readonly q: string;
    }[] = [];
    const offered: (readonly string[])[] = [];
    for (const [at, { tools }] of lines.entries()) {
      const described = tools.map(({ name, d, p }) => {
        const properties = Object.fromEntries(p.map((parameter) => [parameter, {}]));
        return { name, description: d, parameters: { type: 'object', properties } };
      });
      const imported = await gateway.importTools(`r${at}`, described);
      offered.push(imported.map(({ skill }) => skill));
    }
    await gateway.vectorsMade();
    for (const [at, { q, suitable }] of lines.entries()) {
      const { fits, skills } = await gateway.search(q, 10, offered[at]);
      const score = skills.reduce((best, each) => Math.max(best, each.score), 0);
      scores.push({ score, suitable, right: fits === suitable, q });
    }
    const [good, bad] = [scores.filter(({ suitable }) => suitable), scores.filter(({ suitable }) => !suitable)];
    let above = 0;
    for (const a of good) for (const b of bad) above += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
    const said = ratio(scores.filter(({ right }) => right).length, scores.length);
    return {
      metrics: { auroc: ratio(above, good.length * bad.length), fits_said_rightly: said },
      misses: scores.filter(({ right }) => !right),
    };
  },
};
