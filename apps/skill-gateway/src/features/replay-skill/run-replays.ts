import { counter, zero, type Logger } from '@plinth/telemetry';
import { compareReplies, isComparable } from '../../domain/comparison/compare-replies';
import { OutputShape } from '../../domain/comparison/output-shape';
import { redactDifference } from '../../domain/comparison/redact-difference';
import { shadowModeOf, type ShadowMode } from '../../domain/comparison/shadow-mode';
import { providerUrlOf, type RegisteredSkill } from '../../domain/catalogue/catalogue';
import type { SkillContract } from '../../domain/contract/skill-contract';
import type { Pace } from '../../ports/pace';
import type { RecordedCall, RecordedCalls } from '../../ports/recorded-calls';
import type { LeasedReplay, ReplayCounts, ReplayDifference, ReplayLedger } from '../../ports/replay-ledger';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { CallAside } from '../run-shadow/call-aside';
import type { ShadowPool } from '../run-shadow/shadow-pool';

export interface ReplaySettings {
  /** Calls of one step, made at once. */
  readonly stepCalls: number;
  /** A step takes at least so long: no provider is asked faster. */
  readonly stepMs: number;
  readonly leaseMs: number;
}

interface Replayed {
  readonly outcome: keyof ReplayCounts;
  readonly difference: ReplayDifference | undefined;
}

interface Candidate {
  readonly skill: RegisteredSkill;
  readonly contract: SkillContract;
  readonly mode: ShadowMode;
}

/** How long a replay waits for a place among the runs beside calls. */
const BUSY_MS = 50;

/**
 * Runs recorded calls against a candidate, step by step, in the places of runs beside calls (S14).
 * 1. Nothing runs that the contract of the candidate does not allow, and what acts only ever runs dry.
 * 2. A step is kept with its place; what a dead owner had begun of a step is run again, and counted once.
 * 3. No call is made faster than the settings say.
 */
export class RunReplays {
  private stopping = false;

  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly ledger: ReplayLedger,
    private readonly calls: RecordedCalls,
    private readonly aside: CallAside,
    private readonly pool: ShadowPool,
    private readonly pace: Pace,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly settings: ReplaySettings,
  ) {
    zero('plinth_skill_replayed_calls_total', { outcome: ['same', 'different', 'failed', 'skipped'] });
  }

  /** Works off what has no living owner, until there is none; whether there was any. Throws TransientError when the store is away. */
  async run(): Promise<boolean> {
    let any = false;
    for (;;) {
      const leased = this.stopping ? undefined : await this.ledger.take(this.settings.leaseMs);
      if (!leased) return any;
      any = true;
      await this.workOff(leased);
    }
  }

  /** After the step under way; another replica, or this one after its start, goes on from there. */
  stop(): void {
    this.stopping = true;
  }

  private async workOff(leased: LeasedReplay): Promise<void> {
    let at = leased;
    while (!this.stopping) {
      const next = await this.step(at);
      if (!next) return;
      at = next;
    }
    const { counts } = at.replay;
    await this.ledger.advance(at, { counts, after: at.after, found: [], status: 'running' }, 0);
  }

  /** The place behind the step; undefined at the end, or when the lease was lost. */
  private async step(leased: LeasedReplay): Promise<LeasedReplay | undefined> {
    const { replay, after } = leased;
    const beganMs = this.pace.elapsedMs();
    const candidate = this.candidateOf(leased);
    if (typeof candidate === 'string') {
      this.logger.warn({ replay: replay.id, skill: replay.skill, reason: candidate }, 'A replay was stopped');
      const end = { counts: replay.counts, after, found: [], status: 'stopped', reason: candidate } as const;
      await this.ledger.advance(leased, end, 0);
      return undefined;
    }
    const selection = { ...replay, untilMs: replay.askedAtMs };
    const page = await this.calls.page(selection, after, this.settings.stepCalls);
    const replayed = await Promise.all(page.map((call) => this.replayOne(call, candidate, replay.id)));
    const counts = added(replay.counts, replayed);
    const last = page.at(-1);
    const next = last ? { atMs: last.atMs, commandId: last.commandId } : after;
    const found = replayed.flatMap(({ difference }) => difference ?? []);
    const status = page.length < this.settings.stepCalls ? 'completed' : 'running';
    const kept = await this.ledger.advance(leased, { counts, after: next, found, status }, this.settings.leaseMs);
    if (!kept) return undefined;
    for (const { outcome } of replayed) counter('plinth_skill_replayed_calls_total').labels(outcome).inc();
    if (status === 'completed') return undefined;
    await this.pace.sleep(Math.max(0, this.settings.stepMs - (this.pace.elapsedMs() - beganMs)));
    return { ...leased, replay: { ...replay, counts }, after: next };
  }

  private candidateOf({ replay }: LeasedReplay): Candidate | 'candidate_missing' | 'shadow_not_allowed' {
    const skill = this.catalogue.current().skills.get(replay.skill);
    const contract = skill?.versions.get(replay.candidate);
    if (!skill || !contract) return 'candidate_missing';
    const mode = shadowModeOf(contract.manifest);
    return typeof mode === 'string' ? 'shadow_not_allowed' : { skill, contract, mode };
  }

  private async replayOne(call: RecordedCall, candidate: Candidate, replay: string): Promise<Replayed> {
    const { skill, contract, mode } = candidate;
    const baseline = skill.versions.get(call.version);
    if (!baseline || !isComparable(baseline, call.reply)) return { outcome: 'skipped', difference: undefined };
    const reply = await this.inPlace(() =>
      this.aside.call({
        ...{ contract, lane: 'candidate', dryRun: mode.dryRun, purpose: `replay ${replay}` },
        providerUrl: providerUrlOf(skill, contract.manifest.version),
        origin: { tenant: call.tenant, commandId: call.commandId, session: undefined, turn: undefined },
        ...{ userId: call.userId, input: call.input },
      }),
    );
    const comparison = compareReplies({ baseline, candidate: contract, dryRun: mode.dryRun }, call.reply, reply);
    if (!comparison) return { outcome: 'failed', difference: undefined };
    if (comparison.equal) return { outcome: 'same', difference: undefined };
    const shape = OutputShape.of(baseline.manifest.output_schema);
    const { commandId, userId, version } = call;
    const differences = comparison.differences.map((difference) => redactDifference(shape, difference));
    return {
      outcome: 'different',
      difference: { commandId, userId, version, differences, leftOff: comparison.leftOff },
    };
  }

  /** `work` must not reject. */
  private async inPlace<T>(work: () => Promise<T>): Promise<T> {
    const done = Promise.withResolvers<T>();
    const run = () => work().then(done.resolve, done.reject);
    while (!this.pool.offer(run)) await this.pace.sleep(BUSY_MS);
    return done.promise;
  }
}

function added(counts: ReplayCounts, replayed: readonly Replayed[]): ReplayCounts {
  const count = (outcome: keyof ReplayCounts) =>
    counts[outcome] + replayed.filter((each) => each.outcome === outcome).length;
  return { same: count('same'), different: count('different'), failed: count('failed'), skipped: count('skipped') };
}
