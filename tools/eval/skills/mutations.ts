import { canonicalJson } from '@plinth/kernel';
import { z } from 'zod';
import { ratio, type EvalResult } from '../memory/eval-set';
import type { GatewayClient, Validation } from './gateway-client';

const args = z.record(z.string(), z.unknown());
/** A call made wrong in one known way; `repair`: the one right mending, null where there is none. */
export const mutation = z.object({ kind: z.string(), args, repair: args.nullable() });
export type Mutation = z.output<typeof mutation>;

export interface JudgedCalls {
  readonly right: readonly { readonly skill: string; readonly args: unknown }[];
  readonly wrong: readonly (Mutation & { readonly skill: string })[];
}

/** Puts right and wrong calls to the gateway: what it accepts, finds, mends, and makes up. */
export async function judgeCalls(gateway: GatewayClient, { right, wrong }: JudgedCalls): Promise<EvalResult> {
  const misses: unknown[] = [];
  let accepted = 0;
  for (const call of right) {
    const answer = await gateway.validate(call.skill, call.args);
    if (answer.outcome === 'accepted') accepted += 1;
    else misses.push({ refused: call, errors: answer.errors });
  }
  const counts = { found: 0, repairable: 0, repaired: 0, invented: 0 };
  const found = new Map<string, [found: number, all: number]>();
  for (const call of wrong) {
    const answer = await gateway.validate(call.skill, call.args);
    const isFound = answer.outcome !== 'accepted';
    const [before, all] = found.get(call.kind) ?? [0, 0];
    found.set(call.kind, [before + Number(isFound), all + 1]);
    counts.found += Number(isFound);
    counts.repairable += Number(call.repair !== null);
    const verdict = judgeRepair(call, answer);
    counts.repaired += Number(verdict === 'repaired');
    counts.invented += Number(verdict === 'invented');
    if (!isFound || verdict === 'invented' || verdict === 'not repaired') misses.push({ verdict, call, answer });
  }
  const kinds = [...found].map(([kind, [some, all]]) => [`found_${kind}`, ratio(some, all)] as const);
  return {
    metrics: {
      ...{ right_calls: right.length, accepted: ratio(accepted, right.length) },
      ...{ wrong_calls: wrong.length, found: ratio(counts.found, wrong.length), ...Object.fromEntries(kinds) },
      ...{ repairable: counts.repairable, exact_repair: ratio(counts.repaired, counts.repairable) },
      inventions: counts.invented,
    },
    misses,
  };
}

function judgeRepair(
  { repair }: Mutation,
  { repaired }: Validation,
): 'repaired' | 'not repaired' | 'invented' | 'none' {
  if (repair === null) return repaired === undefined ? 'none' : 'invented';
  if (repaired === undefined) return 'not repaired';
  return canonicalJson(repaired) === canonicalJson(repair) ? 'repaired' : 'invented';
}
