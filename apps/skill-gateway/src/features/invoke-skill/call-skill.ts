import { setActiveSpanAttributes, withSpan, type Logger } from '@plinth/telemetry';
import { afterDoubt } from '../../domain/outcome/after-doubt';
import { judgeAnswer } from '../../domain/outcome/judge-answer';
import { replyOf, type SkillReply } from '../../domain/outcome/skill-reply';
import { failure, type Verdict } from '../../domain/outcome/verdict';
import { delayBeforeNext } from '../../domain/retry/next-try';
import type { Choice } from '../../domain/routing/choose-version';
import type { Invocation, InvocationInput } from '../../ports/invocation-ledger';
import type { Pace } from '../../ports/pace';
import type { SkillProvider } from '../../ports/skill-provider';
import { countCall, zeroCallMetrics } from './count-call';

export interface SkillCall {
  readonly choice: Choice;
  readonly providerUrl: string;
  readonly invocation: Invocation;
  readonly input: InvocationInput;
  /** For all tries together; within it each try has the time that the contract gives. */
  readonly withinMs: number;
  /** Whether the provider may have seen this command before. */
  readonly doubt: boolean;
}

/**
 * Calls the provider of a skill, again where that is allowed, and says what came of it (S3, S6, S16). Never throws: what
 * breaks within a try counts as an answer that cannot be read. A provider that ignores keys is called once at most, and not at all when it may have been called before.
 */
export class CallSkill {
  constructor(
    private readonly provider: SkillProvider,
    private readonly pace: Pace,
    private readonly logger: Pick<Logger, 'error'>,
  ) {
    zeroCallMetrics();
  }

  async call(call: SkillCall): Promise<SkillReply> {
    const { manifest } = call.choice.contract;
    const attributes = { skillName: manifest.name, skillVersion: manifest.version, rolloutLane: call.choice.lane };
    const reply = await withSpan(`skill ${manifest.name}`, { attributes }, async () => {
      const answered = await this.tryInTime(call);
      setActiveSpanAttributes({ outcome: answered.kind === 'succeeded' ? 'succeeded' : answered.data.outcome });
      return answered;
    });
    countCall(reply);
    return reply;
  }

  private async tryInTime(call: SkillCall): Promise<SkillReply> {
    const { contract, lane } = call.choice;
    const { name, version, effect, idempotency } = contract.manifest;
    const beganMs = this.pace.elapsedMs();
    const reply = (verdict: Verdict, attempts: number): SkillReply =>
      replyOf({ skill: name, version, lane, effect, durationMs: this.pace.elapsedMs() - beganMs, attempts }, verdict);
    if (call.doubt && effect !== 'read' && idempotency === 'none')
      return reply(
        failure('unknown', 'outcome_unknown', 'An earlier try may have acted, and the provider ignores keys.'),
        0,
      );
    let doubt = call.doubt;
    for (let attempts = 1; ; attempts += 1) {
      const leftMs = call.withinMs - (this.pace.elapsedMs() - beganMs);
      const verdict = await this.tryOnce(call, leftMs, doubt);
      if (verdict.kind === 'succeeded' || !verdict.repeatable) return reply(verdict, attempts);
      doubt ||= verdict.outcome === 'unknown';
      const nowLeftMs = call.withinMs - (this.pace.elapsedMs() - beganMs);
      const delayMs = delayBeforeNext(attempts, nowLeftMs, this.pace.random());
      if (delayMs === undefined) return reply(verdict, attempts);
      await this.pace.sleep(delayMs);
    }
  }

  private async tryOnce(call: SkillCall, leftMs: number, doubt: boolean): Promise<Verdict> {
    const { contract } = call.choice;
    const verdict = await this.judgeOne(call, leftMs).catch((error: unknown) => {
      this.logger.error({ err: error, command: call.invocation.origin.commandId }, 'A call of a skill broke');
      return judgeAnswer(contract, { kind: 'garbled', rule: 'unreadable' });
    });
    return doubt && contract.manifest.effect !== 'read' ? afterDoubt(contract.manifest, verdict) : verdict;
  }

  private async judgeOne(call: SkillCall, leftMs: number): Promise<Verdict> {
    const { choice, providerUrl, invocation, input } = call;
    const { manifest } = choice.contract;
    const { origin } = invocation;
    const answer = await this.provider.call({
      url: providerUrl,
      skill: manifest.name,
      version: manifest.version,
      arguments: input.arguments,
      context: {
        tenant: origin.tenant,
        user_id: invocation.userId,
        session_id: origin.session ?? '',
        turn_id: origin.turn ?? '',
        locale: input.locale,
        attributes: input.attributes,
      },
      idempotencyKey: origin.commandId,
      repeatable: manifest.effect === 'read' || manifest.idempotency === 'key',
      timeoutMs: Math.max(1, Math.min(manifest.timeout_ms, leftMs)),
    });
    return judgeAnswer(choice.contract, answer);
  }
}
