import { z } from 'zod';
import type { EvalData } from '../../memory/eval-data';
import { judgeCalls, mutation, type JudgedCalls } from '../mutations';
import { skillOf, snakeName } from '../set-provider';
import type { SkillsSet } from '../skills-set';

const line = z.object({
  tools: z.array(
    z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) }),
  ),
  calls: z.array(
    z.object({ name: z.string(), args: z.record(z.string(), z.unknown()), mut: z.array(mutation).default([]) }),
  ),
});

const linesOf = (data: EvalData) => data.lines('bfcl-calls.jsonl', line);
const nameOf = (at: number, tool: string): string => snakeName(`calls_${at}`, tool);

/** Calls of functions, right and made wrong in labelled ways. Repairs of unknown properties are scored as proposals. */
export const bfclCalls: SkillsSet = {
  name: 'bfcl-calls',
  baselines: { 'Ajv 8': 'unknown properties 0 of 261 found; enum case and lists in JSON never repaired' },
  aims: { accepted: 1, found: 1, found_unknown_property: 1, exact_repair: 0.95 },
  most: { inventions: 0 },
  skills: (data) =>
    linesOf(data).flatMap(({ tools }, at) =>
      tools.map(({ name, description, parameters }) =>
        skillOf({ name: nameOf(at, name), description, input_schema: parameters }),
      ),
    ),
  run(data, gateway) {
    const calls: { -readonly [K in keyof JudgedCalls]: JudgedCalls[K][number][] } = { right: [], wrong: [] };
    linesOf(data).forEach((each, at) => {
      for (const { name, args, mut } of each.calls) {
        const skill = nameOf(at, name);
        calls.right.push({ skill, args });
        calls.wrong.push(...mut.map((wrong) => ({ ...wrong, skill })));
      }
    });
    return judgeCalls(gateway, calls);
  },
};
