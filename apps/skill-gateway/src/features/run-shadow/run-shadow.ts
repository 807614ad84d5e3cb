import type { Clock } from '@plinth/kernel';
import { counter, quietly, withSpan } from '@plinth/telemetry';
import { compareReplies, isComparable } from '../../domain/comparison/compare-replies';
import type { Comparison } from '../../domain/comparison/compare-results';
import { OutputShape } from '../../domain/comparison/output-shape';
import { redactDifference } from '../../domain/comparison/redact-difference';
import { shadowModeOf, type ShadowMode } from '../../domain/comparison/shadow-mode';
import type { SkillContract } from '../../domain/contract/skill-contract';
import { isAttributable } from '../../domain/outcome/attributable';
import type { SkillReply } from '../../domain/outcome/skill-reply';
import type { DifferenceSample } from '../../ports/difference-shelf';
import type { Rollout } from '../../domain/rollout/rollout';
import type { Pace } from '../../ports/pace';
import type { AnsweredCall } from '../../ports/shadow-runs';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { AsideCall, CallAside } from './call-aside';
import type { FigureTally } from './figure-tally';
import type { Outbox } from './outbox';
import type { ShadowPool } from './shadow-pool';

export interface ShadowSettings {
  /** Pairs of answers of the baseline that every process measures before all others: what it disagrees with itself about is noise. */
  readonly noiseFirst: number;
  /** Share of the calls after them that are measured so too. */
  readonly noiseShare: number;
}

/** Where the guards of a rollout learn of runs beside calls. */
export interface ShadowEvidence {
  answered(rollout: Rollout, lane: 'candidate', call: { readonly fault: boolean; readonly latencyMs: number }): void;
  /** `pairs`: of both versions; `noise`: of the baseline twice. */
  compared(rollout: Rollout, which: 'pairs' | 'noise', differed: boolean): void;
}

interface Pair {
  readonly rollout: Rollout;
  readonly baseline: SkillContract;
  readonly candidate: SkillContract;
  readonly mode: ShadowMode;
  readonly urls: ReadonlyMap<string, string>;
}

/**
 * Runs a candidate beside a call that the baseline has answered, and compares (S8).
 * 1. Nothing runs that its manifest does not allow, and what acts only ever runs dry.
 * 2. Runs have places of their own; what finds none is dropped and counted, and no user waits for one.
 * 3. The baseline is asked a second time for a share of the calls, if it is safe to, so that what it answers differently each time is not
 *    read as a fault of the candidate.
 */
export class RunShadow {
  private readonly noiseMeasured = new Map<string, number>();

  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly aside: CallAside,
    private readonly pool: ShadowPool,
    private readonly tally: FigureTally,
    private readonly evidence: ShadowEvidence,
    private readonly samples: Outbox<DifferenceSample>,
    private readonly pace: Pace,
    private readonly clock: Clock,
    private readonly settings: ShadowSettings,
  ) {}

  /** Comes back at once. */
  begin(call: AnsweredCall): void {
    const { rollout } = call.routed;
    const { skill, input } = call.invocation;
    const candidate = rollout.candidate ?? '';
    const pair = this.pairOf(skill, rollout);
    if (typeof pair === 'string') return this.say(skill, candidate, pair);
    if (!input || !isComparable(pair.baseline, call.reply)) return this.say(skill, candidate, 'incomparable');
    const accepted = this.pool.offer(() => quietly(() => this.run(call, pair)));
    if (accepted) return;
    this.tally.count(seriesOf(pair, 'shadow'), { kind: 'dropped' });
    this.say(skill, candidate, 'dropped');
  }

  private pairOf(name: string, rollout: Rollout): Pair | 'unknown_version' | 'not_allowed' {
    const skill = this.catalogue.current().skills.get(name);
    const baseline = skill?.versions.get(rollout.baseline);
    const candidate = rollout.candidate === undefined ? undefined : skill?.versions.get(rollout.candidate);
    if (!skill || !baseline || !candidate) return 'unknown_version';
    const mode = shadowModeOf(candidate.manifest);
    return typeof mode === 'string' ? 'not_allowed' : { rollout, baseline, candidate, mode, urls: skill.providerUrls };
  }

  private async run(call: AnsweredCall, pair: Pair): Promise<void> {
    const { name, version } = pair.candidate.manifest;
    const attributes = { skillName: name, skillVersion: version, rolloutLane: 'shadow' };
    await withSpan(`shadow ${name}`, { attributes }, async () => {
      const [reply] = await Promise.all([
        this.aside.call(asideOf(call, pair, 'candidate', pair.mode.dryRun)),
        this.wantsNoise(pair) ? this.measureNoise(call, pair) : undefined,
      ]);
      const compared = { ...pair, dryRun: pair.mode.dryRun };
      const comparison = compareReplies(compared, call.reply, reply);
      this.countRun(pair, 'shadow', reply, comparison);
      if (comparison && !comparison.equal) this.keep(call, pair, comparison);
    });
  }

  private async measureNoise(call: AnsweredCall, pair: Pair): Promise<void> {
    const again = await this.aside.call(asideOf(call, pair, 'baseline', false));
    const itself = { baseline: pair.baseline, candidate: pair.baseline, dryRun: false };
    const comparison = isComparable(pair.baseline, again) ? compareReplies(itself, call.reply, again) : undefined;
    this.countRun(pair, 'noise', again, comparison);
  }

  private wantsNoise({ baseline }: Pair): boolean {
    const mode = shadowModeOf(baseline.manifest);
    if (typeof mode === 'string' || mode.dryRun) return false;
    const key = JSON.stringify([baseline.manifest.name, baseline.manifest.version]);
    const measured = this.noiseMeasured.get(key) ?? 0;
    if (measured >= this.settings.noiseFirst && this.pace.random() >= this.settings.noiseShare) return false;
    this.noiseMeasured.set(key, measured + 1);
    return true;
  }

  private countRun(pair: Pair, measure: 'shadow' | 'noise', reply: SkillReply, compared: Comparison | undefined): void {
    const series = seriesOf(pair, measure);
    const faulty = reply.kind === 'failed' && isAttributable(reply.data.error.code);
    const durationMs = reply.data.duration_ms;
    if (faulty || isComparable(measure === 'noise' ? pair.baseline : pair.candidate, reply)) {
      this.tally.count(series, { kind: 'call', faulty, durationMs });
      if (measure === 'shadow')
        this.evidence.answered(pair.rollout, 'candidate', { fault: faulty, latencyMs: durationMs });
    }
    if (compared) {
      this.tally.count(series, { kind: 'comparison', equal: compared.equal });
      this.evidence.compared(pair.rollout, measure === 'noise' ? 'noise' : 'pairs', !compared.equal);
    }
    const outcome = compared ? (compared.equal ? 'same' : 'different') : 'incomparable';
    this.say(pair.baseline.manifest.name, series.version, measure === 'noise' ? `noise_${outcome}` : outcome);
  }

  private keep({ invocation, madeAtMs }: AnsweredCall, pair: Pair, { differences, leftOff }: Comparison): void {
    const shape = OutputShape.of(pair.baseline.manifest.output_schema);
    this.samples.add({
      ...{ tenant: invocation.origin.tenant, commandId: invocation.origin.commandId, userId: invocation.userId },
      ...{ skill: invocation.skill, baseline: pair.baseline.manifest.version },
      candidate: pair.candidate.manifest.version,
      atMs: madeAtMs ?? this.clock.now(),
      differences: differences.map((difference) => redactDifference(shape, difference)),
      leftOff,
    });
  }

  private say(skill: string, version: string, outcome: string): void {
    counter('plinth_skill_shadow_runs_total').labels(skill, version, outcome).inc();
  }
}

function seriesOf({ baseline, candidate }: Pair, measure: 'shadow' | 'noise') {
  const { name: skill, version: against } = baseline.manifest;
  return { skill, version: measure === 'noise' ? against : candidate.manifest.version, measure, against };
}

function asideOf(call: AnsweredCall, pair: Pair, lane: 'baseline' | 'candidate', dryRun: boolean): AsideCall {
  const { origin, userId, input } = call.invocation;
  const contract = pair[lane];
  return {
    ...{ contract, lane, origin, userId, dryRun, purpose: 'shadow' },
    providerUrl: pair.urls.get(contract.manifest.version) ?? '',
    input: input ?? { arguments: {}, locale: '', attributes: {} },
  };
}
