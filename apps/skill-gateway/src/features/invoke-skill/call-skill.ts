import type { JsonObject } from '@plinth/kernel';
import { quietly, setActiveSpanAttributes, withSpan, type Logger } from '@plinth/telemetry';
import { providerUrlOf, type Catalogue } from '../../domain/catalogue/catalogue';
import { afterDoubt } from '../../domain/outcome/after-doubt';
import { healthOf } from '../../domain/outcome/health-of';
import { judgeAnswer } from '../../domain/outcome/judge-answer';
import { replyOf, versionOf, type SkillReply } from '../../domain/outcome/skill-reply';
import { failure, heldOff, type Verdict } from '../../domain/outcome/verdict';
import { withoutEffect } from '../../domain/outcome/without-effect';
import type { CallHealth } from '../../domain/protection/circuit';
import { delayBeforeNext } from '../../domain/retry/next-try';
import { isWatched } from '../../domain/rollout/rollout';
import { chosenBefore, type Choice } from '../../domain/routing/choose-version';
import { explained } from '../../domain/routing/explain-choice';
import type { Invocation, InvocationInput } from '../../ports/invocation-ledger';
import type { Pace } from '../../ports/pace';
import type { SkillProvider } from '../../ports/skill-provider';
import { countCall, zeroCallMetrics } from './count-call';
import { lookUpEffect } from './look-up-effect';
import type { Entered, ProviderGuard } from './provider-guard';
import { requestContext } from './request-context';
import type { ShortenResult } from './shorten-result';

export interface SkillCall {
  readonly choice: Choice;
  readonly providerUrl: string;
  readonly invocation: Invocation;
  readonly input: InvocationInput;
  /** For all tries together; within it each try has the time that the contract gives. */
  readonly withinMs: number;
  /** Whether the provider may have seen this command before. */
  readonly doubt: boolean;
  /** Asks what would be: no effect, hence no receipt, and nothing to be in doubt of. */
  readonly dryRun?: boolean;
  /** Of a caller that may go: then the request is given up. Not for what acts. */
  readonly signal?: AbortSignal | undefined;
  /** When the command was made, epoch milliseconds; undefined when it is gone on with after its owner has died. */
  readonly madeAtMs?: number | undefined;
  /** The place of the first try, if it was taken before. Left by this call. */
  readonly entered?: Entered | undefined;
}

/** Hears of every call that reached a version, dry ones aside. Never throws, and nobody waits for it. */
export interface CallNotes {
  answered(choice: Choice, invocation: Invocation, reply: SkillReply, madeAtMs: number | undefined): void;
}

/**
 * Calls the provider of a skill, again where that is allowed, and says what came of it (S3, S6, S16). Never throws: what
 * breaks within a try counts as an answer that cannot be read.
 * 1. Every try enters through the guard, and leaves it.
 * 2. A provider that ignores keys is called once at most, and not at all when it may have been called before.
 * 3. What an effect came to that was not heard is looked up by its key before anything is repeated.
 */
export class CallSkill {
  constructor(
    private readonly provider: SkillProvider,
    private readonly guard: ProviderGuard,
    private readonly pace: Pace,
    private readonly notes: CallNotes,
    private readonly shortenResult: ShortenResult,
    private readonly logger: Pick<Logger, 'error' | 'debug'>,
  ) {
    zeroCallMetrics();
  }

  async call(call: SkillCall): Promise<SkillReply> {
    const { choice, invocation } = call;
    // While two versions are compared, writing logs distorts neither (S10).
    const reply = isWatched(choice.rollout) ? await quietly(() => this.traced(call)) : await this.traced(call);
    const told = explained(reply, choice);
    countCall(told);
    if (call.dryRun) return told;
    this.notes.answered(choice, invocation, told, call.madeAtMs);
    const { locale, repairs } = call.input;
    return this.shortenResult.shorten(choice.contract, invocation, locale, call.madeAtMs, mended(told, repairs));
  }

  private traced(call: SkillCall): Promise<SkillReply> {
    const { contract, lane, stage, reason, trace, rollout } = call.choice;
    const { name, version } = contract.manifest;
    const route = isWatched(rollout) ? { rolloutStage: stage, rolloutRoute: reason } : {};
    const attributes = { skillName: name, skillVersion: version, rolloutLane: lane, ...route };
    return withSpan(`skill ${name}`, { attributes }, async () => {
      const reply = await this.tryInTime(call.dryRun ? dry(call) : call);
      setActiveSpanAttributes({ outcome: reply.kind === 'succeeded' ? 'succeeded' : reply.data.outcome });
      if (trace === 'full') setActiveSpanAttributes(sizesOf(call.input.arguments, reply));
      const { duration_ms: tookMs, attempts } = reply.data;
      const { commandId } = call.invocation.origin;
      this.logger.debug({ command: commandId, skill: name, version, lane, tookMs, attempts }, 'A skill was called');
      return reply;
    });
  }

  /** What its provider tells by now of an effect whose outcome was unknown; undefined when it cannot tell. Calls nothing. */
  async outcomeOf(catalogue: Catalogue, invocation: Invocation): Promise<SkillReply | undefined> {
    const { version, lane = 'baseline' } = invocation;
    const skill = catalogue.skills.get(invocation.skill);
    const contract = version === undefined ? undefined : skill?.versions.get(version);
    if (!skill || !contract || version === undefined) return undefined;
    const providerUrl = providerUrlOf(skill, version);
    const choice = chosenBefore(skill.rollout, contract, lane);
    const verdict = await this.lookUp({ choice, providerUrl, invocation });
    return verdict && replyOf({ ...versionOf(contract, lane), durationMs: 0, attempts: 0 }, verdict);
  }

  private async tryInTime(call: SkillCall): Promise<SkillReply> {
    const { contract, lane } = call.choice;
    const { effect, idempotency } = contract.manifest;
    const beganMs = this.pace.elapsedMs();
    const leftMs = (): number => call.withinMs - (this.pace.elapsedMs() - beganMs);
    const reply = (verdict: Verdict, attempts: number): SkillReply =>
      replyOf({ ...versionOf(contract, lane), durationMs: this.pace.elapsedMs() - beganMs, attempts }, verdict);
    if (call.doubt && effect !== 'read') {
      const found = await this.lookUp(call);
      if (found) return reply(found, 0);
      if (idempotency === 'none')
        return reply(
          failure('unknown', 'outcome_unknown', 'An earlier try may have acted, and the provider ignores keys.'),
          0,
        );
    }
    let doubt = call.doubt;
    let last: Verdict | undefined;
    for (let attempts = 1; ; attempts += 1) {
      const entrance = (last ? undefined : call.entered) ?? (await this.guard.enter(contract.manifest, leftMs()));
      if (entrance.kind === 'held_off')
        return reply(last ?? settled(call, heldOff(entrance.code, entrance.retryAfterMs), doubt), attempts - 1);
      const { verdict: heard, health } = await this.tryOnce(call, leftMs());
      entrance.leave(health);
      const verdict = settled(call, heard, doubt);
      if (verdict.kind === 'succeeded') return reply(verdict, attempts);
      if (verdict.outcome === 'unknown' && verdict.error.code === 'outcome_unknown') {
        doubt = true;
        const found = await this.lookUp(call);
        if (found) return reply(found, attempts);
      }
      const delayMs = verdict.repeatable ? delayBeforeNext(attempts, leftMs(), this.pace.random()) : undefined;
      if (delayMs === undefined) return reply(verdict, attempts);
      last = verdict;
      await this.pace.sleep(delayMs, call.signal);
    }
  }

  private async tryOnce(
    call: SkillCall,
    leftMs: number,
  ): Promise<{ readonly verdict: Verdict; readonly health: CallHealth }> {
    const { contract } = call.choice;
    const timeoutMs = Math.max(1, Math.min(contract.manifest.timeout_ms, leftMs));
    const answer = await this.ask(call, timeoutMs).catch((error: unknown) => {
      this.logger.error({ err: error, command: call.invocation.origin.commandId }, 'A call of a skill broke');
      return { kind: 'garbled', rule: 'unreadable' } as const;
    });
    const cutShort = answer.kind === 'timeout' && timeoutMs < contract.manifest.timeout_ms;
    const verdict = judgeAnswer(contract, cutShort ? { kind: 'cut_short' } : answer);
    return { verdict, health: healthOf(verdict, cutShort) };
  }

  private async ask({ choice, providerUrl, invocation, input, dryRun, signal }: SkillCall, timeoutMs: number) {
    const { manifest } = choice.contract;
    const { origin } = invocation;
    return this.provider.call({
      url: providerUrl,
      skill: manifest.name,
      version: manifest.version,
      arguments: input.arguments,
      context: requestContext(invocation, input),
      idempotencyKey: origin.commandId,
      repeatable: manifest.effect === 'read' || manifest.idempotency === 'key',
      timeoutMs,
      ...(dryRun && { dryRun }),
      ...(signal && { signal }),
    });
  }

  private async lookUp({
    choice,
    providerUrl,
    invocation,
  }: Pick<SkillCall, 'choice' | 'providerUrl' | 'invocation'>): Promise<Verdict | undefined> {
    const { name, version } = choice.contract.manifest;
    const { tenant, commandId } = invocation.origin;
    const asked = { url: providerUrl, skill: name, version, idempotencyKey: commandId, tenant };
    return lookUpEffect(this.provider, this.pace, choice.contract, asked).catch((error: unknown) => {
      this.logger.error({ err: error, command: commandId }, 'An effect could not be looked up');
      return undefined;
    });
  }
}

/** A result says what was mended in the arguments before (S3). */
function mended(reply: SkillReply, repairs: InvocationInput['repairs'] = []): SkillReply {
  if (reply.kind === 'failed' || repairs.length === 0) return reply;
  return { kind: 'succeeded', data: { ...reply.data, repairs: [...repairs] } };
}

/** In doubt of an earlier try an answer says less. */
function settled({ choice: { contract } }: SkillCall, verdict: Verdict, doubt: boolean): Verdict {
  return doubt && contract.manifest.effect !== 'read' ? afterDoubt(contract.manifest, verdict) : verdict;
}

/** What a full trace tells beside times: how much went and came, never what. */
const sizesOf = (args: JsonObject, reply: SkillReply) => ({
  argumentBytes: Buffer.byteLength(JSON.stringify(args)),
  resultBytes: reply.kind === 'succeeded' ? Buffer.byteLength(JSON.stringify(reply.data.result)) : 0,
  attempts: reply.data.attempts,
});

const dry = (call: SkillCall): SkillCall => ({
  ...call,
  doubt: false,
  choice: { ...call.choice, contract: withoutEffect(call.choice.contract) },
});
