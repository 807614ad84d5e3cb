import { z } from 'zod';
import type { EvalData } from '../../memory/eval-data';
import { ratio } from '../../memory/eval-set';
import { skillOf, snakeName } from '../set-provider';
import type { SkillsSet } from '../skills-set';

const corpus = z.array(
  z.object({ key: z.string(), name: z.string(), d: z.string(), p: z.record(z.string(), z.unknown()) }),
);
const question = z.object({ q: z.string(), gold: z.string() });
const skillsOf = (data: EvalData) => data.json('bfcl-skills.json', corpus);
const KS = [1, 3, 5, 10] as const;

/**
 * The right skill for a text out of 1,648. Many stand there several times under one name, in other words: any of that name is
 * right, as in the figures of others; `exact@1` asks for the very one.
 */
export const choice: SkillsSet = {
  name: 'choice',
  baselines: { 'BM25, k1 1.2, b 0.75': 'hit@1 .644, hit@3 .805, hit@5 .873, hit@10 .916' },
  aims: { 'hit@1': 0.7, 'hit@5': 0.9 },
  skills: (data) =>
    skillsOf(data).map(({ key, name, d, p }) => {
      const properties = Object.entries(p).map(([parameter, said]) => [parameter, { description: String(said) }]);
      const input_schema = { type: 'object', properties: Object.fromEntries(properties) as object };
      return skillOf({ name: snakeName(`${key}_x`, name), description: d, input_schema });
    }),
  async run(data, gateway) {
    const skills = skillsOf(data);
    const originals = new Map(skills.map(({ key, name }) => [snakeName(`${key}_x`, name), { key, name }]));
    const byKey = new Map(skills.map(({ key, name }) => [key, name]));
    const hits = new Map(KS.map((k) => [k, 0]));
    const misses: unknown[] = [];
    let exact = 0;
    const questions = data.lines('bfcl-skill-queries.jsonl', question);
    for (const { q, gold } of questions) {
      const found = (await gateway.search(q, 10, [...originals.keys()])).skills.map(({ name }) => originals.get(name));
      const rank = found.findIndex((each) => each?.name === byKey.get(gold));
      for (const k of KS) if (rank >= 0 && rank < k) hits.set(k, (hits.get(k) ?? 0) + 1);
      exact += Number(found[0]?.key === gold);
      if (rank < 0 || rank >= 5)
        misses.push({ q, gold: byKey.get(gold), found: found.slice(0, 3).map((each) => each?.name) });
    }
    const metrics = Object.fromEntries(KS.map((k) => [`hit@${k}`, ratio(hits.get(k) ?? 0, questions.length)]));
    return { metrics: { ...metrics, 'exact@1': ratio(exact, questions.length) }, misses };
  },
};
