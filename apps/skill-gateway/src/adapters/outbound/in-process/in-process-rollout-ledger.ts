import type { Move } from '../../../domain/rollout/in-turn';
import { skillOf } from '../../../domain/rollout/rollout';
import type { Evidence, HistoryEntry } from '../../../domain/rollout/rollout-record';
import type { Ruling } from '../../../domain/rollout/ruling';
import { RolloutLedger, type Change, type KeptRollout } from '../../../ports/rollout-ledger';
import type { InProcessSkillRegistry } from './in-process-skill-registry';

/** Beside an in-process registry, and as mortal: for tests of what stands on the port. */
export class InProcessRolloutLedger extends RolloutLedger {
  private readonly evidence = new Map<string, Evidence>();
  private readonly changes: (Change & { announced: boolean })[] = [];
  private announcing = false;

  constructor(private readonly registry: InProcessSkillRegistry) {
    super();
  }

  async move(revision: number, { state, entries }: Move): Promise<boolean> {
    if (!this.registry.replaceRollout(revision, state)) return false;
    this.changes.push(...entries.map((entry) => ({ skill: skillOf(state), entry, announced: false })));
    return true;
  }

  async kept(skills: readonly string[]): Promise<readonly KeptRollout[]> {
    const { rollouts } = await this.registry.content();
    return rollouts
      .filter((rollout) => skills.includes(skillOf(rollout)))
      .map((rollout) => ({ rollout, evidence: this.evidence.get(skillOf(rollout)) }));
  }

  async history(
    skill: string,
    { before = Infinity, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly HistoryEntry[]> {
    const entries = this.changes.flatMap((change) => (change.skill === skill ? [change.entry] : []));
    return entries
      .filter(({ revision }) => revision < before)
      .reverse()
      .slice(0, limit);
  }

  async lead(
    skills: readonly string[],
    rule: (kept: readonly KeptRollout[]) => readonly Ruling[],
  ): Promise<readonly Ruling[] | undefined> {
    const stored: Ruling[] = [];
    for (const ruling of rule(await this.kept(skills))) {
      const { rollout, evidence, moved } = ruling;
      this.evidence.set(skillOf(rollout), evidence);
      if (!moved || (await this.move(rollout.revision, { ...moved, entries: [moved.entry] }))) stored.push(ruling);
    }
    return stored;
  }

  async announce(limit: number, send: (changes: readonly Change[]) => Promise<void>): Promise<number> {
    if (this.announcing) return 0;
    this.announcing = true;
    try {
      const due = this.changes.filter(({ announced }) => !announced).slice(0, limit);
      if (due.length > 0) await send(due.map(({ skill, entry }) => ({ skill, entry })));
      for (const change of due) change.announced = true;
      return due.length;
    } finally {
      this.announcing = false;
    }
  }
}
