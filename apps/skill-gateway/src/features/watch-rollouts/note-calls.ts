import { isComparable } from '../../domain/comparison/compare-replies';
import { isAttributable } from '../../domain/outcome/attributable';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import type { Choice } from '../../domain/routing/choose-version';
import type { Invocation } from '../../ports/invocation-ledger';
import type { ShadowRuns } from '../../ports/shadow-runs';
import type { RolloutTallies } from './rollout-tallies';

/**
 * Takes note of every answered call: for the guards of its rollout, and for what is learned beside it. What was nobody's fault, or the
 * caller's, is no judgement on a version (S13).
 */
export class NoteCalls {
  constructor(
    private readonly tallies: Pick<RolloutTallies, 'answered'>,
    private readonly shadowRuns?: ShadowRuns,
  ) {}

  answered(choice: Choice, invocation: Invocation, reply: SkillReply, madeAtMs: number | undefined): void {
    this.judge(choice, reply);
    this.shadowRuns?.offer({ invocation, reply, routed: choice, madeAtMs });
  }

  private judge({ rollout, contract }: Choice, reply: SkillReply): void {
    const { version } = contract.manifest;
    const lane = version === rollout.candidate ? 'candidate' : version === rollout.baseline ? 'baseline' : undefined;
    const fault = reply.kind === 'failed' && isAttributable(reply.data.error.code);
    if (!lane || !(fault || isComparable(contract, reply))) return;
    this.tallies.answered(rollout, lane, { latencyMs: reply.data.duration_ms, fault });
  }
}
