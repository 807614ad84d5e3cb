import {
  PermanentError,
  roundedMs,
  type Clock,
  type MessageId,
  type SessionId,
  type TenantId,
  type TurnId,
} from '@plinth/kernel';
import type { DataOf, reflectionCheck, verdictReached } from '@plinth/contracts';
import { counter, histogram, setActiveSpanAttributes, zero } from '@plinth/telemetry';
import type { PolicySet } from '../../domain/policy-set/policy-set';
import { allowanceMs, measured, UNMEASURED } from '../../domain/budget/transport-allowance';
import { judge } from '../../domain/verdict/judge';
import type { PolicyBook } from '../../ports/policy-book';
import type { VerdictLog } from '../../ports/verdict-log';

type Verdict = DataOf<typeof verdictReached>;

const OUTCOMES = { passed: true, corrected: true, blocked: true } satisfies Record<Verdict['outcome'], true>;

export interface CheckCommand {
  readonly id: MessageId;
  readonly tenant: TenantId;
  readonly session: SessionId | undefined;
  readonly turn: TurnId | undefined;
  readonly data: DataOf<typeof reflectionCheck>;
  /** How long the command was on its way, and what its sender still grants; undefined without a budget. */
  readonly oneWayMs: number | undefined;
  readonly remainingMs: number | undefined;
}

/**
 * Judges a draft (R1). The verdict follows from the command and the policy version alone, so a command that is delivered
 * twice is answered alike without a record (T3). Stateful only in what it has measured of the way of its commands.
 */
export class CheckDraft {
  private times = UNMEASURED;

  constructor(
    private readonly book: PolicyBook,
    private readonly log: VerdictLog,
    private readonly clock: Clock,
    /** Milliseconds of a monotonic clock, with fractions. */
    private readonly stopwatch: () => number,
  ) {
    const outcomes = Object.keys(OUTCOMES);
    zero('plinth_reflection_total', { outcome: [...outcomes, 'partial'] });
    zero('plinth_reflection_seconds', { outcome: outcomes });
  }

  async check(command: CheckCommand): Promise<Verdict> {
    const began = this.stopwatch();
    if (command.oneWayMs !== undefined) this.times = measured(this.times, command.oneWayMs);
    const deadline =
      command.remainingMs === undefined ? Infinity : began + command.remainingMs - allowanceMs(this.times);
    const set = await this.policies(command.data.policy_version);
    const only = command.data.only_checks && new Set(command.data.only_checks);
    const judgement = judge({
      checks: only ? set.checks.filter(({ id }) => only.has(id)) : set.checks,
      subject: command.data,
      tenant: command.tenant,
      stop: () => this.stopwatch() > deadline,
      now: this.stopwatch,
    });
    const durationMs = roundedMs(this.stopwatch() - began);
    const verdict = { ...judgement, round: command.data.round, policy_version: set.version, duration_ms: durationMs };
    this.record(command, verdict);
    return verdict;
  }

  /** The set that the turn began with, though another may hold by now (T4). */
  private async policies(pinned: string | undefined): Promise<PolicySet> {
    const current = this.book.current();
    if (pinned === undefined || pinned === current.version) return current;
    const set = await this.book.byVersion(pinned);
    if (!set)
      throw new PermanentError('policy_version_unknown', 'The pinned policy version was never loaded here.', {
        field: 'policy_version',
      });
    return set;
  }

  private record(command: CheckCommand, verdict: Verdict): void {
    counter('plinth_reflection_total').inc({ outcome: verdict.partial ? 'partial' : verdict.outcome });
    histogram('plinth_reflection_seconds').observe({ outcome: verdict.outcome }, verdict.duration_ms / 1_000);
    setActiveSpanAttributes({
      reflectionOutcome: verdict.outcome,
      reflectionRound: verdict.round,
      policySet: verdict.policy_version,
    });
    this.log.record({
      tenant: command.tenant,
      userId: command.data.user_id,
      session: command.session,
      turn: command.turn,
      command: command.id,
      round: verdict.round,
      outcome: verdict.outcome,
      partial: verdict.partial,
      codes: verdict.corrections.map(({ code }) => code),
      policyVersion: verdict.policy_version,
      durationMs: verdict.duration_ms,
      atMs: this.clock.now(),
    });
  }
}
