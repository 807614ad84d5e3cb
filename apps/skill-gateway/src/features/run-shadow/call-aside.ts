import { deriveId } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { SkillContract } from '../../domain/contract/skill-contract';
import { healthOf } from '../../domain/outcome/health-of';
import { judgeAnswer } from '../../domain/outcome/judge-answer';
import type { ProviderAnswer } from '../../domain/outcome/provider-answer';
import { refusalOf, replyOf, versionOf, type SkillReply } from '../../domain/outcome/skill-reply';
import { failure, heldOff } from '../../domain/outcome/verdict';
import { withoutEffect } from '../../domain/outcome/without-effect';
import type { CommandOrigin, InvocationInput } from '../../ports/invocation-ledger';
import type { Pace } from '../../ports/pace';
import type { SkillProvider, SkillRequest } from '../../ports/skill-provider';
import type { ProviderGuard } from '../invoke-skill/provider-guard';
import { requestContext } from '../invoke-skill/request-context';

/** Longer than this no run beside a call may take, whatever its contract allows. */
const LONGEST_MS = 10_000;

export interface AsideCall {
  readonly contract: SkillContract;
  readonly providerUrl: string;
  readonly lane: 'baseline' | 'candidate';
  readonly origin: Pick<CommandOrigin, 'tenant' | 'commandId' | 'session' | 'turn'>;
  readonly userId: string;
  readonly input: InvocationInput;
  readonly dryRun: boolean;
  /** Part of the key, so that no provider takes the run for a repetition of the call that served. */
  readonly purpose: string;
}

/**
 * Asks a provider once, for nobody but the comparison: no second try, a time limit of its own, and breakers, rates and places apart from
 * those of calls that users wait for. Never throws.
 */
export class CallAside {
  constructor(
    private readonly provider: SkillProvider,
    /** Of comparison runs alone. */
    private readonly guard: ProviderGuard,
    private readonly pace: Pace,
    private readonly logger: Pick<Logger, 'error'>,
  ) {}

  async call(aside: AsideCall): Promise<SkillReply> {
    const { contract, lane, input, dryRun } = aside;
    const { timeout_ms: contractMs } = contract.manifest;
    const served = versionOf(contract, lane);
    const violation = contract.checkArguments(input.arguments);
    if (violation)
      return refusalOf(served, failure('not_executed', 'invalid_arguments', 'It takes no such arguments.', violation));
    const timeoutMs = Math.min(contractMs, LONGEST_MS);
    const entrance = await this.guard.enter(contract.manifest, timeoutMs);
    if (entrance.kind === 'held_off') return refusalOf(served, heldOff(entrance.code, entrance.retryAfterMs));
    const beganMs = this.pace.elapsedMs();
    const answer = await this.ask(requestOf(aside, timeoutMs));
    const verdict = judgeAnswer(dryRun ? withoutEffect(contract) : contract, answer);
    entrance.leave(healthOf(verdict, timeoutMs < contractMs));
    return replyOf({ ...served, durationMs: this.pace.elapsedMs() - beganMs, attempts: 1 }, verdict);
  }

  private ask(request: SkillRequest): Promise<ProviderAnswer> {
    return this.provider.call(request).catch((error: unknown) => {
      const { skill, version } = request;
      this.logger.error({ err: error, skill, version }, 'A call beside another broke');
      return { kind: 'garbled', rule: 'unreadable' };
    });
  }
}

function requestOf(aside: AsideCall, timeoutMs: number): SkillRequest {
  const { contract, origin, input, purpose, dryRun } = aside;
  const { name, version } = contract.manifest;
  return {
    url: aside.providerUrl,
    skill: name,
    version,
    arguments: input.arguments,
    context: requestContext(aside, input),
    idempotencyKey: deriveId(origin.commandId, purpose, version),
    repeatable: true,
    timeoutMs,
    ...(dryRun && { dryRun }),
  };
}
