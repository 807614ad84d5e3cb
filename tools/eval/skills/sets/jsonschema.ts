import { compileSchema, isRecord } from '@plinth/json-schema';
import { z } from 'zod';
import { ratio } from '../../memory/eval-set';
import type { SkillsSet } from '../skills-set';

const group = z.object({
  part: z.string(),
  file: z.string(),
  d: z.string(),
  schema: z.union([z.boolean(), z.record(z.string(), z.unknown())]),
  tests: z.array(z.tuple([z.string(), z.unknown(), z.boolean()])),
});

const DRAFTS = [
  ['draft7', 'http://json-schema.org/draft-07/schema#'],
  ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema'],
] as const;
/** Files of the required part that a library without references out of the document cannot take. */
const REFUSABLE = new Set(['refRemote', 'vocabulary', 'definitions', 'defs', 'dynamicRef', 'ref', 'format']);

/**
 * The official suites against the bare reading of schemas. `right`: of the tests whose schema is taken; what is not taken is
 * refused at registration. Formats are annotations in the required part and asserted in their own, as the suites have them.
 */
export const jsonschema: SkillsSet = {
  name: 'jsonschema',
  baselines: { 'Ajv 8': 'draft-07 98.3 %, 2020-12 94.1 %' },
  aims: { right: 1, 'draft7.right': 1, 'draft2020-12.right': 1 },
  most: { required_refused_elsewhere: 0 },
  run(data) {
    const metrics: Record<string, number> = { right: 0, required_refused_elsewhere: 0 };
    const misses: unknown[] = [];
    const all = { right: 0, taken: 0 };
    for (const [name, $schema] of DRAFTS) {
      const counts = { tests: 0, taken: 0, right: 0, required: 0, requiredTaken: 0 };
      for (const { part, file, d, schema, tests } of data.lines(`jsonschema-${name}.jsonl`, group)) {
        const isRequired = part === 'required';
        counts.tests += tests.length;
        counts.required += isRequired ? tests.length : 0;
        const formats = part === 'format' ? 'assert' : 'annotate';
        const compiled = compileSchema(isRecord(schema) ? { $schema, ...schema } : schema, { formats });
        if (compiled.kind === 'refused') {
          if (isRequired && !REFUSABLE.has(file))
            metrics.required_refused_elsewhere = (metrics.required_refused_elsewhere ?? 0) + 1;
          misses.push({ refused: `${name} ${part}/${file}: ${d}`, faults: compiled.faults });
          continue;
        }
        counts.taken += tests.length;
        counts.requiredTaken += isRequired ? tests.length : 0;
        for (const [test, value, valid] of tests) {
          const isRight = (compiled.check(value).length === 0) === valid;
          counts.right += Number(isRight);
          if (!isRight) misses.unshift({ wrong: `${name} ${part}/${file}: ${d}, ${test}` });
        }
      }
      all.right += counts.right;
      all.taken += counts.taken;
      metrics[`${name}.tests`] = counts.tests;
      metrics[`${name}.taken`] = counts.taken;
      metrics[`${name}.right`] = ratio(counts.right, counts.taken);
      metrics[`${name}.required_taken`] = ratio(counts.requiredTaken, counts.required);
    }
    metrics.right = ratio(all.right, all.taken);
    return Promise.resolve({ metrics, misses });
  },
};
