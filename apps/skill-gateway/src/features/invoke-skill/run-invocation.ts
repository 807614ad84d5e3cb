import { TransientError } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import { providerUrlOf } from '../../domain/catalogue/catalogue';
import { lostReply } from '../../domain/outcome/lost-reply';
import { refusalOf, versionOf, type SkillReply } from '../../domain/outcome/skill-reply';
import { failure } from '../../domain/outcome/verdict';
import { chosenBefore, laneOf, type Choice } from '../../domain/routing/choose-version';
import { MAX_TRIES } from '../../domain/retry/next-try';
import type { Invocation, InvocationLedger, LedgerLease } from '../../ports/invocation-ledger';
import type { Pace } from '../../ports/pace';
import type { ReplySender } from '../../ports/reply-sender';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { CallSkill } from './call-skill';
import { countCall } from './count-call';
import type { HeldLeases } from './held-leases';
import type { Entered } from './provider-guard';

export interface RunSettings {
  /** How long a delivery waits for its own answer. */
  readonly inlineMs: number;
  /** How long an outcome is kept trying to be recorded while the store is away. */
  readonly settleWithinMs: number;
  /** Leases that an invocation has at most: what ended every owner so far is not begun once more. */
  readonly maxTakes: number;
}

/** An invocation under a lease. */
export interface LeasedWork {
  readonly lease: LedgerLease;
  readonly invocation: Invocation;
  /** Leases that it has had, with this one: from the second on an earlier owner may have called the provider. */
  readonly takes: number;
  /** What remains of the command's budget. */
  readonly remainingMs: number | undefined;
  /** When the command was made, where it is not gone on with after its owner has died. */
  readonly madeAtMs?: number;
  /** What its version was chosen by, where that was here and now. */
  readonly choice?: Choice;
  /** A place at the provider that was taken before; left by this work, whatever it comes to. */
  readonly entered?: Entered;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Works off an invocation under its lease: call, record, answer.
 * 1. Nothing is answered before it is recorded, and nothing is recorded without the lease.
 * 2. Whatever a provider answers and whatever breaks in here, an outcome is recorded after at most `maxTakes` leases.
 * 3. Who gets a reply from `run` answers with it; a reply that came later than `inlineMs` is sent from here.
 */
export class RunInvocation {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly ledger: InvocationLedger,
    private readonly callSkill: CallSkill,
    private readonly leases: HeldLeases,
    private readonly sender: ReplySender,
    private readonly pace: Pace,
    private readonly logger: Logger,
    private readonly settings: RunSettings,
  ) {}

  /** The reply, or undefined when another answers: the holder of the lease, or this work later on its own. */
  async run(work: LeasedWork): Promise<SkillReply | undefined> {
    const progress = { detached: false };
    const outcome = this.leases.during(work.lease, () => this.workOff(work, progress));
    const first = await this.within(outcome);
    if (first) return first.reply;
    progress.detached = true;
    outcome.catch((error: unknown) => this.reportLoss(work, error));
    return undefined;
  }

  private async within<T>(outcome: Promise<T>): Promise<{ readonly reply: T } | undefined> {
    const decided = new AbortController();
    try {
      return await Promise.race([
        outcome.then((reply) => ({ reply })),
        this.pace.sleep(this.settings.inlineMs, decided.signal).then(() => undefined),
      ]);
    } finally {
      decided.abort();
    }
  }

  /** Works it off and sends the reply, with nobody waiting for it. Never rejects. */
  async runDetached(work: LeasedWork): Promise<void> {
    try {
      await this.leases.during(work.lease, () => this.workOff(work, { detached: true }));
    } catch (error) {
      this.reportLoss(work, error);
    }
  }

  private async workOff(work: LeasedWork, progress: { readonly detached: boolean }): Promise<SkillReply | undefined> {
    const reply = await this.execute(work).finally(() => work.entered?.leave('neutral'));
    const recorded = await this.record(work, reply, progress);
    if (!recorded) {
      this.logger.warn({ command: work.lease.commandId }, 'The lease of an invocation was lost; its new owner answers');
      return undefined;
    }
    if (!progress.detached) return recorded;
    await this.sender.send(work.invocation.origin, recorded);
    await this.ledger.answered(work.lease);
    return undefined;
  }

  /** The reply as it was recorded: one that no store takes is recorded as lost. Undefined when the lease was lost. */
  private async record(
    { lease }: LeasedWork,
    reply: SkillReply,
    progress: { readonly detached: boolean },
  ): Promise<SkillReply | undefined> {
    const settle = async (told: SkillReply) =>
      (await this.insist(() => this.ledger.settle(lease, told, progress.detached))) ? told : undefined;
    try {
      return await settle(reply);
    } catch (error) {
      if (error instanceof TransientError) throw error;
      this.logger.error({ err: error, command: lease.commandId }, 'A reply cannot be recorded and is given up');
      return settle(lostReply(reply.data));
    }
  }

  private async execute(work: LeasedWork): Promise<SkillReply> {
    const { lease, invocation, takes, remainingMs = Infinity } = work;
    const { skill: name, version, input } = invocation;
    const doubt = takes > 1;
    const skill = this.catalogue.current().skills.get(name);
    const contract = version === undefined ? undefined : skill?.versions.get(version);
    if (!skill || !contract)
      return refusalOf(
        { skill: name, ...(version !== undefined && { version }) },
        failure('unknown', 'outcome_unknown', 'The version that served is no longer known; it may have acted.'),
      );
    const { manifest } = contract;
    const lane = invocation.lane ?? laneOf(skill, manifest.version);
    if (takes > this.settings.maxTakes) {
      this.logger.error({ command: lease.commandId, skill: name, takes }, 'What ends its owners is given up');
      const lost = lostReply(versionOf(contract, lane));
      countCall(lost);
      return lost;
    }
    if (!input)
      return refusalOf(
        versionOf(contract, lane),
        failure(doubt ? 'unknown' : 'not_executed', 'erased', 'The user was erased after this command was made.'),
      );
    return this.callSkill.call({
      choice: work.choice ?? chosenBefore(skill.rollout, contract, lane),
      providerUrl: providerUrlOf(skill, manifest.version),
      invocation,
      input,
      withinMs: Math.min(remainingMs, manifest.timeout_ms * MAX_TRIES),
      doubt,
      entered: work.entered,
      madeAtMs: work.madeAtMs,
    });
  }

  /** An effect that happened is worth waiting for the store: its outcome is known here and nowhere else. */
  private async insist<T>(record: () => Promise<T>): Promise<T> {
    const beganMs = this.pace.elapsedMs();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      try {
        return await record();
      } catch (error) {
        const givenUp = this.pace.elapsedMs() - beganMs > this.settings.settleWithinMs;
        if (!(error instanceof TransientError) || givenUp) throw error;
      }
      await this.pace.sleep(pauseMs);
    }
  }

  private reportLoss({ lease }: LeasedWork, error: unknown): void {
    this.logger.warn({ err: error, command: lease.commandId }, 'An invocation is left to whoever finds it due');
  }
}
