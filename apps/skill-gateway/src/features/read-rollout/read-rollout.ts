import { isRefusal, refuse, type Refusal } from '@plinth/kernel';
import { judge, type Evidence, type Findings } from '@plinth/rollout';
import { isWatched, type Rollout } from '../../domain/rollout/rollout';
import type { HistoryEntry } from '../../domain/rollout/rollout-record';
import type { RolloutLedger } from '../../ports/rollout-ledger';
import type { SkillCatalogue } from '../../ports/skill-catalogue';

/** A rollout with what its guards say; without findings while nobody watches it. */
export interface RolloutView {
  readonly rollout: Rollout;
  readonly findings: Findings | undefined;
  /** What could not be counted in: it came too late, or was no count. */
  readonly leftOut: number;
}

export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /** The revision before which the next page begins; undefined at the end. */
  readonly next: number | undefined;
}

/** How a rollout stands and how it came there. */
export class ReadRollout {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly ledger: RolloutLedger,
  ) {}

  async standing(name: string): Promise<RolloutView | Refusal> {
    const rollout = this.rolloutOf(name);
    if (isRefusal(rollout)) return rollout;
    if (!isWatched(rollout)) return { rollout, findings: undefined, leftOut: 0 };
    const [kept] = await this.ledger.kept([name]);
    const evidence: Evidence | undefined = kept?.evidence;
    const leftOut = evidence?.run === rollout.run ? evidence.ledger.late + evidence.ledger.faulty : 0;
    return { rollout, findings: judge(rollout, evidence), leftOut };
  }

  /** Newest first. */
  async history(
    name: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<HistoryPage | Refusal> {
    const rollout = this.rolloutOf(name);
    if (isRefusal(rollout)) return rollout;
    const entries = await this.ledger.history(name, { ...page, limit: page.limit + 1 });
    const shown = entries.slice(0, page.limit);
    return { entries: shown, next: entries.length > page.limit ? shown.at(-1)?.revision : undefined };
  }

  private rolloutOf(name: string): Rollout | Refusal {
    const skill = this.catalogue.current().skills.get(name);
    return skill ? skill.rollout : refuse('not_found', 'skill_not_found', 'No such skill is registered.');
  }
}
