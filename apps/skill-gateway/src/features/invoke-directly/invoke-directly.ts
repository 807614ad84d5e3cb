import {
  messageId,
  refuse,
  type Clock,
  type IdSource,
  type MessageId,
  type Refusal,
  type TenantId,
} from '@plinth/kernel';
import { providerUrlOf } from '../../domain/catalogue/catalogue';
import {
  confirmationToken,
  confirms,
  CONFIRM_WITHIN_MS,
  type Confirmable,
} from '../../domain/confirmation/confirmation-token';
import { summariseCall } from '../../domain/confirmation/summarise-call';
import { erasedReply } from '../../domain/outcome/erased-reply';
import { refusalOf, versionOf, type SkillReply } from '../../domain/outcome/skill-reply';
import { failure, heldOff, type Failure } from '../../domain/outcome/verdict';
import type { Choice } from '../../domain/routing/choose-version';
import type { Found, Invocation, InvocationInput, InvocationLedger } from '../../ports/invocation-ledger';
import type { SigningSecret } from '../../ports/signing-secret';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { Admissions } from '../invoke-skill/admissions';
import type { CallSkill } from '../invoke-skill/call-skill';
import { countCall } from '../invoke-skill/count-call';
import { dataOf, directCommandId, isSameCall, originOf, type DirectAnswer, type DirectCall } from './direct-call';
import type { ProviderGuard } from '../invoke-skill/provider-guard';
import type { RunInvocation } from '../invoke-skill/run-invocation';

export interface DirectSettings {
  readonly leaseMs: number;
  /** The longest that a client waits for a read, all tries together. */
  readonly readWithinMs: number;
}

interface Admitted {
  readonly call: DirectCall;
  readonly choice: Choice;
  readonly commandId: MessageId;
  readonly providerUrl: string;
}

/**
 * Runs a skill for a client that asks for it itself.
 * 1. What acts, or has to be confirmed, needs a key; the same key acts once and is answered the same (T3).
 * 2. What was refused before anything was executed binds no key: mended, confirmed or later, the call may come again under it.
 * 3. What acts goes on when its client goes; a read is given up.
 */
export class InvokeDirectly {
  constructor(
    private readonly parts: {
      readonly catalogue: SkillCatalogue;
      readonly admissions: Admissions;
      readonly ledger: InvocationLedger;
      readonly callSkill: CallSkill;
      readonly runInvocation: RunInvocation;
      readonly guard: ProviderGuard;
      readonly secret: SigningSecret;
      readonly clock: Clock;
      readonly ids: IdSource;
    },
    private readonly settings: DirectSettings,
  ) {}

  /** Throws TransientError when the ledger is away before anything was done. */
  async invoke(asked: DirectCall): Promise<DirectAnswer | Refusal> {
    const skill = this.parts.catalogue.current().skills.get(asked.skill);
    const admission = this.parts.admissions.admit(skill, dataOf(asked), undefined, 'client');
    if (admission.kind === 'refused') return this.refused(asked, admission.reply);
    const { choice, args, repairs } = admission;
    const call: DirectCall = { ...asked, arguments: args, ...(repairs.length > 0 && { repairs }) };
    const { manifest } = choice.contract;
    const commandId =
      call.key === undefined ? messageId(this.parts.ids.next()) : directCommandId(call.tenant, call.key);
    const providerUrl = providerUrlOf(skill, manifest.version);
    const admitted = { call, choice, commandId, providerUrl };
    if (call.dryRun) return this.runDry(admitted);
    const leavesRow = manifest.effect !== 'read' || manifest.confirmation_required;
    if (!leavesRow) return this.ask(admitted);
    if (call.key === undefined) return keyRequired();
    return manifest.confirmation_required ? this.confirmed(admitted) : this.act(admitted);
  }

  /** What became of the call of a key; undefined when there was none that left anything. */
  async outcome(
    tenant: TenantId,
    key: string,
  ): Promise<{ readonly invocation: Invocation; readonly answer: DirectAnswer } | undefined> {
    const found = await this.parts.ledger.find(tenant, directCommandId(tenant, key));
    return found && { invocation: found.invocation, answer: await this.answerOf(found) };
  }

  private runDry(admitted: Admitted): Promise<DirectAnswer> | DirectAnswer {
    const { manifest } = admitted.choice.contract;
    if (manifest.shadow === 'dry_run') return this.ask(admitted, true);
    const reply = refusal(
      admitted.choice,
      failure('not_executed', 'dry_run_not_offered', 'This version of the skill offers no dry run.', {
        field: 'dry_run',
        rule: 'not_offered',
      }),
    );
    countCall(reply);
    return { kind: 'replied', reply };
  }

  /** What changes nothing leaves no row, and ends with its client. */
  private async ask({ call, choice, commandId, providerUrl }: Admitted, dryRun = false): Promise<DirectAnswer> {
    const invocation = invocationOf(call, choice, commandId);
    const reply = await this.parts.callSkill.call({
      ...{ choice, providerUrl, invocation, doubt: false, dryRun, signal: call.signal },
      input: inputOf(call),
      withinMs: this.settings.readWithinMs,
      madeAtMs: this.parts.clock.now(),
    });
    return { kind: 'replied', reply, callId: commandId };
  }

  private async confirmed(admitted: Admitted): Promise<DirectAnswer | Refusal> {
    const { call, choice, commandId } = admitted;
    const { manifest } = choice.contract;
    const { tenant, arguments: args } = call;
    const of: Confirmable = {
      ...{ tenant, commandId, skill: manifest.name, version: manifest.version },
      ...{ userId: call.userId ?? '', arguments: args },
    };
    const secret = await this.parts.secret.current();
    const nowMs = this.parts.clock.now();
    if (call.confirmationToken !== undefined && confirms(secret, of, call.confirmationToken, nowMs))
      return this.act(admitted);
    const before = await this.before(call, commandId);
    if (before) return before;
    const reply = refusal(
      choice,
      failure('not_executed', 'confirmation_required', 'The user has to confirm this first.'),
    );
    countCall(reply);
    const expiresAtMs = nowMs + CONFIRM_WITHIN_MS;
    const token = confirmationToken(secret, of, expiresAtMs);
    return { kind: 'unconfirmed', reply, token, summary: summariseCall(manifest, args, call.locale), expiresAtMs };
  }

  /** The place at the provider comes first: who is held off has bound no key. */
  private async act({ call, choice, commandId }: Admitted): Promise<DirectAnswer | Refusal> {
    const { guard, ledger, clock, runInvocation } = this.parts;
    const { manifest } = choice.contract;
    const entered = await guard.enter(manifest, manifest.timeout_ms);
    if (entered.kind === 'held_off')
      return this.refused(call, refusal(choice, heldOff(entered.code, entered.retryAfterMs)));
    const terms = { leaseMs: this.settings.leaseMs, madeAtMs: clock.now() };
    const opened = await ledger.open(invocationOf(call, choice, commandId), terms).catch((error: unknown) => {
      entered.leave('neutral');
      throw error;
    });
    if (opened.kind === 'busy' || opened.kind === 'recorded') {
      entered.leave('neutral');
      return this.follow(call, opened);
    }
    const taken = opened.kind === 'opened' ? { takes: 1, choice, madeAtMs: terms.madeAtMs } : { takes: opened.takes };
    const work = { ...opened, ...taken, remainingMs: undefined, entered };
    if (!isSameCall(opened.invocation, call)) {
      void runInvocation.runDetached(work);
      return keyReused();
    }
    const reply = await runInvocation.run(work);
    return reply ? { kind: 'replied', reply, callId: commandId } : { kind: 'under_way' };
  }

  /** Nothing was executed; what was done under the key before is told all the same. */
  private async refused(call: DirectCall, reply: SkillReply): Promise<DirectAnswer | Refusal> {
    const before = call.key === undefined ? undefined : await this.before(call, directCommandId(call.tenant, call.key));
    if (before) return before;
    countCall(reply);
    return { kind: 'replied', reply };
  }

  private async before(call: DirectCall, commandId: MessageId): Promise<DirectAnswer | Refusal | undefined> {
    const found = await this.parts.ledger.find(call.tenant, commandId);
    return found && this.follow(call, found);
  }

  private async follow(call: DirectCall, found: Found): Promise<DirectAnswer | Refusal> {
    return isSameCall(found.invocation, call) ? this.answerOf(found) : keyReused();
  }

  /** An unknown outcome is asked for once more: its provider may know by now. */
  private async answerOf(found: Found): Promise<DirectAnswer> {
    if (found.kind === 'busy') return { kind: 'under_way' };
    const { invocation, reply = erasedReply(invocation) } = found;
    const isUnknown = reply.kind === 'failed' && reply.data.outcome === 'unknown';
    const late = isUnknown
      ? await this.parts.callSkill.outcomeOf(this.parts.catalogue.current(), invocation)
      : undefined;
    return { kind: 'replied', reply: late ?? reply, callId: invocation.origin.commandId };
  }
}

const keyRequired = (): Refusal =>
  refuse(
    'invalid',
    'idempotency_key_required',
    'What acts, or has to be confirmed, needs an `Idempotency-Key`; by MCP `plinth/idempotency_key` in `_meta`.',
    {
      field: 'Idempotency-Key',
      rule: 'required',
    },
  );

const keyReused = (): Refusal =>
  refuse('conflict', 'idempotency_key_reused', 'This Idempotency-Key was used with another call.', {
    field: 'Idempotency-Key',
    rule: 'unique',
  });

const refusal = ({ contract, lane }: Choice, verdict: Failure): SkillReply =>
  refusalOf(versionOf(contract, lane), verdict);

const inputOf = ({ arguments: args, locale, attributes, repairs }: DirectCall): InvocationInput => ({
  ...{ arguments: args, locale, attributes },
  ...(repairs && { repairs }),
});

function invocationOf(call: DirectCall, { contract, lane }: Choice, commandId: MessageId): Invocation {
  return {
    origin: originOf(call, commandId),
    skill: call.skill,
    version: contract.manifest.version,
    lane,
    userId: call.userId ?? '',
    input: inputOf(call),
  };
}
