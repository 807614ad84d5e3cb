import { refuse, TransientError, type Clock, type Refusal } from '@plinth/kernel';
import { histogramQuantile, LATENCY_BOUNDS_MS } from '@plinth/rollout';
import type { RegisteredSkill } from '../../domain/catalogue/catalogue';
import type { KeptOut, MeasuredLatency, SkillEntry, VersionEntry } from '../../domain/catalogue-page/skill-entry';
import { compareVersions } from '../../domain/rollout/compare-versions';
import type { FigureBook } from '../../ports/figure-book';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { ListSkills } from '../list-skills/list-skills';

/** Figures of so long are looked at. */
const MEASURED_MS = 30 * 86_400_000;

/** What the catalogue of skills says: of what is registered, and of what is kept out. */
export class PublishCatalogue {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly listSkills: ListSkills,
    private readonly figures: FigureBook,
    private readonly clock: Clock,
  ) {}

  /** By name, without figures. */
  all(): readonly SkillEntry[] {
    const out = this.listSkills.quarantined();
    const { skills } = this.catalogue.current();
    const names = new Set([...skills.keys(), ...out.map(({ name }) => name)]);
    names.delete('');
    return [...names].sort().map((name) => entryOf(name, skills.get(name), out, new Map()));
  }

  /** A page is read while the store is away too: then nothing is measured. */
  async one(name: string): Promise<SkillEntry | Refusal> {
    const skill = this.catalogue.current().skills.get(name);
    const out = this.listSkills.quarantined().filter((each) => each.name === name);
    if (!skill && out.length === 0) return refuse('not_found', 'skill_not_found', 'No such skill is registered.');
    return entryOf(name, skill, out, skill ? await this.measured(name) : new Map());
  }

  private async measured(name: string): Promise<ReadonlyMap<string, MeasuredLatency>> {
    try {
      const series = await this.figures.sum(name, this.clock.now() - MEASURED_MS);
      const live = series.filter(({ measure }) => measure === 'live');
      return new Map(
        live.map(({ version, calls, latency }) => [
          version,
          { calls, p95Ms: histogramQuantile(latency, LATENCY_BOUNDS_MS, 0.95)?.estimate },
        ]),
      );
    } catch (error) {
      if (error instanceof TransientError) return new Map();
      throw error;
    }
  }
}

function entryOf(
  name: string,
  skill: RegisteredSkill | undefined,
  out: readonly KeptOut[],
  measured: ReadonlyMap<string, MeasuredLatency>,
): SkillEntry {
  const versions = [...(skill?.versions ?? [])]
    .sort(([one], [other]) => compareVersions(other, one))
    .map(([version, { manifest }]): VersionEntry => {
      const mark = skill?.marks.get(version) ?? { state: 'complete' };
      return { manifest, mark, measured: measured.get(version) };
    });
  return { name, versions, keptOut: out.filter((each) => each.name === name), rollout: skill?.rollout };
}
