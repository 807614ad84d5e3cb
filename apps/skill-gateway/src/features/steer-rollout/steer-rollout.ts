import { isRefusal, refuse, type Clock, type Refusal } from '@plinth/kernel';
import { judge } from '@plinth/rollout';
import type { RegisteredSkill } from '../../domain/catalogue/catalogue';
import { moveBy, type RolloutCommand } from '../../domain/rollout/command';
import type { Move } from '../../domain/rollout/in-turn';
import { skillOf, type Rollout } from '../../domain/rollout/rollout';
import type { RolloutLedger } from '../../ports/rollout-ledger';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import { refusalOfEngine, stageObstacle, versionObstacle } from './obstacles';
import { planObstacle } from './plan-obstacle';

const MAX_TRIES = 5;

export interface Steering {
  readonly skill: string;
  readonly command: RolloutCommand;
  /** Who asks: the name of a key. */
  readonly by: string;
  readonly reason: string;
  /** Only a rollout of one of these revisions is changed. */
  readonly expected?: readonly number[] | undefined;
}

/** Does to a rollout what a person asks; it holds here at once, on every replica as soon as that hears of it. */
export class SteerRollout {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly ledger: RolloutLedger,
    private readonly clock: Clock,
  ) {}

  async steer(steering: Steering): Promise<Rollout | Refusal> {
    const { skill: name, expected } = steering;
    if (expected) await this.catalogue.refresh();
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const skill = this.catalogue.current().skills.get(name);
      if (!skill) return refuse('not_found', 'skill_not_found', 'No such skill is registered.');
      const { rollout } = skill;
      if (expected && !expected.includes(rollout.revision))
        return refuse('outdated', 'revision_outdated', 'The rollout is not at the revision of If-Match any more.');
      const move = await this.planned(skill, steering);
      if (isRefusal(move)) return move;
      const stored = await this.ledger.move(rollout.revision, move);
      await this.catalogue.refresh();
      if (stored) return move.state;
    }
    return refuse('conflict', 'rollout_contended', 'Others are changing this rollout at the moment.');
  }

  private async planned(skill: RegisteredSkill, { command, by, reason }: Steering): Promise<Move | Refusal> {
    const { rollout, versions } = skill;
    const obstacle = versionObstacle(skill, command) ?? planObstacle(command);
    if (obstacle) return obstacle;
    const act = { atMs: this.clock.now(), by: { kind: 'person', name: by }, reason } as const;
    const named = 'candidate' in command ? command.candidate : rollout.candidate;
    const candidate = named === undefined ? undefined : versions.get(named)?.manifest;
    const move = moveBy(command, rollout, act, candidate?.sla.p95_ms);
    if (move.kind === 'refused') return refusalOfEngine(move);
    return stageObstacle(command, move, candidate) ?? (await this.guardObstacle(command, rollout)) ?? move;
  }

  /** A person may take a candidate back against its guards, but forward only past one that merely holds. */
  private async guardObstacle(command: RolloutCommand, rollout: Rollout): Promise<Refusal | undefined> {
    if (command.kind !== 'promote') return undefined;
    const [kept] = await this.ledger.kept([skillOf(rollout)]);
    const strict = rollout.plan.guards.filter(({ onFail }) => onFail === 'switch_back').map(({ kind }) => kind);
    const { guards } = judge(rollout, kept?.evidence);
    const failing = guards.filter(({ guard, verdict }) => verdict === 'fail' && strict.includes(guard));
    if (failing.length === 0) return undefined;
    const names = failing.map(({ guard }) => guard).join(', ');
    return refuse('conflict', 'guard_failed', `A guard of this stage fails: ${names}.`, { rule: names });
  }
}
