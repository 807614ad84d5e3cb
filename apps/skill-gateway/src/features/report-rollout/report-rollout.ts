import { refuse, type Clock, type Refusal, type TenantId } from '@plinth/kernel';
import { rolloutReport, type RolloutReport } from '../../domain/report/rollout-report';
import type { RolloutStatus } from '@plinth/rollout';
import type { DifferenceSample, DifferenceShelf } from '../../ports/difference-shelf';
import type { FigureBook } from '../../ports/figure-book';
import type { OutcomeLedger } from '../../ports/outcome-ledger';
import type { RolloutLedger } from '../../ports/rollout-ledger';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import { STRETCH_MS } from '../run-shadow/figure-tally';

export interface ReportRequest {
  readonly skill: string;
  /** Whose samples of differences are shown. */
  readonly tenant: TenantId;
  /** Of an earlier rollout; without them those of the present one. */
  readonly baseline?: string | undefined;
  readonly candidate?: string | undefined;
  /** Without it the start of the present run. */
  readonly sinceMs?: number | undefined;
}

export interface ReportView {
  readonly report: RolloutReport;
  readonly status: RolloutStatus;
  readonly stage: string | undefined;
  /** Outcomes of the time whose calls are not known. */
  readonly unmatchedOutcomes: number;
  readonly samples: readonly DifferenceSample[];
}

const SAMPLES_SHOWN = 20;
/** Entries of a history that are looked through for the start of the run. */
const LOOKED_THROUGH = 200;

/** What is known of both versions of a rollout, as of now (S9). */
export class ReportRollout {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly rollouts: RolloutLedger,
    private readonly figures: FigureBook,
    private readonly outcomes: OutcomeLedger,
    private readonly shelf: DifferenceShelf,
    private readonly clock: Clock,
  ) {}

  /** Throws TransientError when the store is away. */
  async report({ skill: name, tenant, ...asked }: ReportRequest): Promise<ReportView | Refusal> {
    const skill = this.catalogue.current().skills.get(name);
    if (!skill) return refuse('not_found', 'skill_not_found', 'No such skill is registered.');
    const { rollout, versions } = skill;
    const candidate = asked.candidate ?? rollout.candidate;
    if (candidate === undefined)
      return refuse('not_found', 'no_candidate', 'This skill has no candidate to report on.');
    const begin = asked.sinceMs ?? (await this.startOf(name));
    const sinceMs = Math.floor(begin / STRETCH_MS) * STRETCH_MS;
    const { baseline = rollout.baseline } = asked;
    if (baseline === candidate)
      return refuse('invalid', 'invalid_request', '`candidate` must differ from the baseline.', {
        field: 'candidate',
        rule: 'different',
      });
    const pair = { skill: name, baseline, candidate };
    const [figures, outcomes, samples] = await Promise.all([
      this.figures.sum(name, sinceMs),
      this.outcomes.figures(name, sinceMs),
      this.shelf.latest(tenant, pair, SAMPLES_SHOWN),
    ]);
    const slaOf = (version: string) => versions.get(version)?.manifest.sla.p95_ms;
    const report = rolloutReport({
      ...{ ...pair, sinceMs, untilMs: this.clock.now(), figures, outcomes: outcomes.versions },
      slaMs: { baseline: slaOf(baseline), candidate: slaOf(candidate) },
    });
    const stage = rollout.status === 'idle' ? undefined : rollout.plan.stages[rollout.stage]?.name;
    return { report, status: rollout.status, stage, unmatchedOutcomes: outcomes.unmatched, samples };
  }

  private async startOf(skill: string): Promise<number> {
    const entries = await this.rollouts.history(skill, { limit: LOOKED_THROUGH });
    return entries.find(({ action }) => action === 'start')?.atMs ?? entries.at(-1)?.atMs ?? 0;
  }
}
