import type { SkillContract } from '../contract/skill-contract';
import type { SkillReply } from '../outcome/skill-reply';
import { compareResults, type Comparison } from './compare-results';
import { comparisonRules } from './comparison-rules';
import { OutputShape } from './output-shape';

export interface ComparedVersions {
  readonly baseline: SkillContract;
  readonly candidate: SkillContract;
  readonly dryRun: boolean;
}

/**
 * Holds the reply of a candidate against that of the baseline to the same arguments. Undefined when the baseline's says nothing of the
 * skill: it was refused, or failed with what its contract does not declare.
 */
export function compareReplies(
  { baseline, candidate, dryRun }: ComparedVersions,
  served: SkillReply,
  shadow: SkillReply,
): Comparison | undefined {
  if (!isComparable(baseline, served)) return undefined;
  if (served.kind === 'succeeded' && shadow.kind === 'succeeded') {
    const shape = OutputShape.of(baseline.manifest.output_schema);
    const rules = comparisonRules(baseline.manifest, candidate.manifest, dryRun);
    return compareResults(shape, rules, served.data.result, shadow.data.result);
  }
  const [ours, theirs] = [outcomeOf(served), outcomeOf(shadow)];
  if (ours === theirs) return { equal: true, differences: [], leftOff: 0 };
  return { equal: false, differences: [{ path: [], kind: 'outcome', baseline: ours, candidate: theirs }], leftOff: 0 };
}

/** Results, and the failures that the contract declares: they are answers too. */
export function isComparable({ manifest }: SkillContract, reply: SkillReply): boolean {
  return reply.kind === 'succeeded' || manifest.errors.some(({ code }) => code === reply.data.error.code);
}

const outcomeOf = (reply: SkillReply): string => (reply.kind === 'succeeded' ? 'succeeded' : reply.data.error.code);
