import type { SkillContract } from '../contract/skill-contract';
import { isAttributable } from '../outcome/attributable';
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
 * Holds the reply of a candidate against that of the baseline to the same arguments. Undefined when one of them says nothing of its
 * version: that of the baseline was refused or failed with what its contract does not declare, the run of the candidate was held off.
 */
export function compareReplies(
  { baseline, candidate, dryRun }: ComparedVersions,
  served: SkillReply,
  shadow: SkillReply,
): Comparison | undefined {
  if (!isComparable(baseline, served) || !speaks(candidate, shadow)) return undefined;
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

/** A fault of the candidate does, and so does that it takes no arguments that the baseline takes. */
function speaks(candidate: SkillContract, reply: SkillReply): boolean {
  if (reply.kind === 'succeeded' || isComparable(candidate, reply)) return true;
  const { code } = reply.data.error;
  return isAttributable(code) || code === 'invalid_arguments';
}

const outcomeOf = (reply: SkillReply): string => (reply.kind === 'succeeded' ? 'succeeded' : reply.data.error.code);
