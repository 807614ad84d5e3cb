import type { Clock } from '@plinth/kernel';
import { counter, gauge, zero, type Logger } from '@plinth/telemetry';
import type { RegisteredSkill } from '../../domain/catalogue/catalogue';
import { isWatched, skillOf, type Rollout } from '../../domain/rollout/rollout';
import type { CountBucket } from '../../domain/rollout/rollout-record';
import { ruleOn, type Ruling } from '../../domain/rollout/ruling';
import type { RolloutCounters } from '../../ports/rollout-counters';
import type { KeptRollout, RolloutLedger } from '../../ports/rollout-ledger';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import { JudgedCounts } from './judged-counts';

/** Rollouts whose counts are read in one round; more of them take turns. */
const AT_ONCE = 100;

interface Due {
  readonly rollout: Rollout;
  readonly buckets: readonly CountBucket[];
}

/**
 * Looks after the rollouts that are under watch: takes the counts of all replicas in, and does what their guards say (S7, S13). Every
 * replica runs it; one at a time rules.
 * 1. Without counts nothing is decided: what cannot be read holds.
 * 2. A ruling that was not stored did not happen: the next round, or another replica, finds the same counts and rules again.
 * 3. Evidence is stored when it decides, and now and then; what is lost between can be counted in again.
 */
export class WatchRollouts {
  private readonly judged: JudgedCounts;
  private begin = 0;

  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly ledger: RolloutLedger,
    private readonly counters: RolloutCounters,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'info' | 'error'>,
    saveEveryMs: number,
  ) {
    this.judged = new JudgedCounts(saveEveryMs);
    zero('plinth_rollout_moves_total', { skill: [], action: [] });
    zero('plinth_rollout_judged_timestamp_seconds', {});
  }

  /** One round. Throws TransientError when counts or store are away. Answers what it has changed. */
  async watch(): Promise<readonly Ruling[]> {
    const due = await this.due();
    gauge('plinth_rollout_judged_timestamp_seconds').set(this.clock.now() / 1_000);
    if (due.size === 0) return [];
    const rulings = await this.lead(due);
    const moved = rulings?.filter((ruling) => ruling.moved) ?? [];
    if (moved.length === 0) return [];
    moved.forEach((ruling) => this.tell(ruling));
    await this.catalogue.refresh();
    return moved;
  }

  private async lead(due: ReadonlyMap<string, Due>): Promise<readonly Ruling[] | undefined> {
    try {
      return await this.ledger.lead([...due.keys()], (kept) => this.rule(due, kept));
    } catch (error) {
      this.judged.forget();
      throw error;
    }
  }

  /** Those whose counts have something to say. */
  private async due(): Promise<ReadonlyMap<string, Due>> {
    const watched = this.inTurn([...this.catalogue.current().skills.values()].filter(isUnderWatch));
    const nowMs = this.clock.now();
    const read = await Promise.all(
      watched.map(async ({ rollout }): Promise<[string, Due]> => {
        const skill = skillOf(rollout);
        return [skill, { rollout, buckets: await this.counters.read({ skill, run: rollout.run }) }];
      }),
    );
    return new Map(read.filter(([, { rollout, buckets }]) => this.judged.isDue(rollout, buckets, nowMs)));
  }

  private inTurn<T>(all: readonly T[]): readonly T[] {
    if (all.length <= AT_ONCE) return all;
    const begin = this.begin % all.length;
    this.begin = begin + AT_ONCE;
    return [...all.slice(begin), ...all.slice(0, begin)].slice(0, AT_ONCE);
  }

  private rule(due: ReadonlyMap<string, Due>, kept: readonly KeptRollout[]): readonly Ruling[] {
    const nowMs = this.clock.now();
    return kept.flatMap(({ rollout, evidence }) => {
      const skill = skillOf(rollout);
      const seen = due.get(skill);
      if (!seen || seen.rollout.run !== rollout.run || !isWatched(rollout)) return [];
      const candidate = this.candidateOf(skill, rollout);
      const ruling = ruleOn({ rollout, evidence, buckets: seen.buckets, candidate }, nowMs);
      return ruling.moved || this.judged.isToBeSaved(rollout, seen.buckets, nowMs) ? [ruling] : [];
    });
  }

  private candidateOf(skill: string, { candidate }: Rollout) {
    return this.catalogue
      .current()
      .skills.get(skill)
      ?.versions.get(candidate ?? '')?.manifest;
  }

  private tell({ rollout, moved }: Ruling): void {
    if (!moved) return;
    const { action, reason, from, to, guards } = moved.entry;
    const skill = skillOf(rollout);
    counter('plinth_rollout_moves_total').labels(skill, action).inc();
    const told = { skill, action, reason, from, to, guards };
    if (action === 'rollback') this.logger.error(told, 'A candidate was taken back; a person has to look at it');
    else this.logger.info(told, 'A rollout moved on by itself');
  }
}

const isUnderWatch = ({ rollout }: RegisteredSkill): boolean => isWatched(rollout);
