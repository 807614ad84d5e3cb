import type { DataOf, skillInvoke } from '@plinth/contracts';
import type { Admission } from '../../domain/admission/admit';
import { providerUrlOf } from '../../domain/catalogue/catalogue';
import { erasedReply } from '../../domain/outcome/erased-reply';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import type { Choice } from '../../domain/routing/choose-version';
import type {
  CommandOrigin,
  Invocation,
  InvocationInput,
  InvocationLedger,
  LeaseTerms,
  Opened,
} from '../../ports/invocation-ledger';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { Admissions } from './admissions';
import type { CallSkill } from './call-skill';
import { countCall } from './count-call';
import type { RunInvocation } from './run-invocation';

export interface InvokeCommand {
  readonly origin: CommandOrigin;
  readonly data: DataOf<typeof skillInvoke>;
  /** Epoch milliseconds at which its sender made it. */
  readonly madeAtMs: number;
  /** What remains of the command's budget; undefined without one. */
  readonly remainingMs: number | undefined;
}

export interface InvokeSettings {
  readonly inlineMs: number;
  readonly leaseMs: number;
}

/**
 * Runs a skill once for a command, however often the command comes (T3).
 * 1. A skill that acts leaves a row in the ledger before its provider hears of it; a repeated command gets the recorded reply,
 *    also that of a refusal, whatever has changed in the catalogue since.
 * 2. A quick read leaves no row; a repeated command reads again.
 */
export class InvokeSkill {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly admissions: Admissions,
    private readonly ledger: InvocationLedger,
    private readonly callSkill: CallSkill,
    private readonly runInvocation: RunInvocation,
    private readonly settings: InvokeSettings,
  ) {}

  /**
   * The reply, or undefined when another answers the command. Throws TransientError when the ledger is away before anything
   * was done.
   */
  async invoke(command: InvokeCommand): Promise<SkillReply | undefined> {
    const skill = this.catalogue.current().skills.get(command.data.skill);
    const admission = this.admissions.admit(skill, command.data, command.remainingMs, 'turn');
    const { choice } = admission;
    const input = inputOf(command, admission);
    const invocation = { ...invocationOf(command, choice), input };
    if (admission.kind === 'refused') {
      if (skill && !skill.acts) return counted(admission.reply);
      return this.follow(await this.refuse(invocation, admission.reply, command), command);
    }
    if (this.isQuickRead(admission.choice))
      return this.callSkill.call({
        choice: admission.choice,
        providerUrl: providerUrlOf(skill, admission.choice.contract.manifest.version),
        invocation,
        input,
        madeAtMs: command.madeAtMs,
        withinMs: Math.min(command.remainingMs ?? Infinity, this.settings.inlineMs),
        doubt: false,
      });
    const opened = await this.ledger.open(invocation, this.termsOf(command));
    if (opened.kind !== 'opened') return this.follow(opened, command);
    const { remainingMs, madeAtMs } = command;
    return this.runInvocation.run({ ...opened, takes: 1, remainingMs, madeAtMs, choice: admission.choice });
  }

  private async refuse(invocation: Invocation, reply: SkillReply, command: InvokeCommand): Promise<Opened> {
    const opened = await this.ledger.refuse(invocation, reply, this.termsOf(command));
    if (opened.kind === 'opened') countCall(reply);
    return opened.kind === 'opened' ? { kind: 'recorded', invocation, reply } : opened;
  }

  /** What there was already decides, not what this delivery was about to do. */
  private async follow(opened: Opened, { remainingMs }: InvokeCommand): Promise<SkillReply | undefined> {
    switch (opened.kind) {
      case 'recorded':
        return opened.reply ?? erasedReply(opened.invocation);
      case 'taken_over':
        return this.runInvocation.run({ ...opened, remainingMs });
      case 'busy':
      case 'opened':
        return undefined;
    }
  }

  private termsOf({ madeAtMs }: InvokeCommand): LeaseTerms {
    return { leaseMs: this.settings.leaseMs, madeAtMs };
  }

  /** What may take longer runs under a lease, since its delivery does not wait for it. */
  private isQuickRead({ contract: { manifest } }: Choice): boolean {
    return manifest.effect === 'read' && manifest.timeout_ms <= this.settings.inlineMs;
  }
}

function counted(reply: SkillReply): SkillReply {
  countCall(reply);
  return reply;
}

function invocationOf(command: InvokeCommand, choice: Choice | undefined): Omit<Invocation, 'input'> {
  return {
    origin: command.origin,
    skill: command.data.skill,
    version: choice?.contract.manifest.version,
    lane: choice?.lane,
    userId: command.data.user_id,
  };
}

/** What an admitted call is made with; of a refused one as it was sent. */
const inputOf = ({ data }: InvokeCommand, admission: Admission): InvocationInput => ({
  arguments: admission.kind === 'admitted' ? admission.args : data.arguments,
  locale: data.locale,
  attributes: data.attributes ?? {},
  ...(admission.kind === 'admitted' && admission.repairs.length > 0 && { repairs: admission.repairs }),
});
