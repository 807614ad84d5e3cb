import { counter, histogram, setActiveSpanAttributes, zero } from '@plinth/telemetry';
import { InProcessEffectMemory, type EffectMemory } from '../effect-memory';
import type { Skill } from '../skill';
import { callSkill, effectKey, receiptOf } from './call-skill';
import { refused, type SkillAnswer } from './skill-answer';
import type { SkillRequest } from './skill-request';

/** The gateway counts the same calls by its lanes; these are what the provider itself saw. */
const LANE = { act: 'provider', dryRun: 'provider_dry_run' } as const;

export type EffectTold =
  | { readonly status: 'known'; readonly result: Record<string, unknown>; readonly receipt?: Record<string, unknown> }
  | { readonly status: 'pending' }
  | { readonly status: 'not_known' };

/**
 * The skills of one provider, whatever protocol asks. Owns the counts of calls under way.
 * 1. Every skill and version has its metrics, at zero, before it is asked for (S2); every call is counted once (S5).
 * 2. A skill has at most `limits.max_concurrent` calls under way; what is over is refused and not begun (S6).
 */
export class ServedSkills {
  private readonly skills: ReadonlyMap<string, Skill>;
  private readonly underWay = new Map<Skill, number>();

  /** Throws when two skills have one name and version. */
  constructor(
    private readonly service: string,
    skills: readonly Skill[],
    private readonly effects: EffectMemory = new InProcessEffectMemory(),
  ) {
    this.skills = new Map(skills.map((skill) => [addressOf(skill.manifest.name, skill.manifest.version), skill]));
    if (this.skills.size < skills.length) throw new Error(`${service} serves two skills of one name and version`);
    for (const { manifest } of skills) {
      const served = { skill: [manifest.name], version: [manifest.version], lane: [LANE.act] };
      const labels = { ...served, stage: [''], outcome: ['succeeded'] };
      zero('skill_calls_total', { ...labels, code: [''] });
      zero('skill_latency_seconds', labels);
    }
  }

  get manifests(): readonly Skill['manifest'][] {
    return [...this.skills.values()].map(({ manifest }) => manifest);
  }

  find(name: string, version: string): Skill | undefined {
    return this.skills.get(addressOf(name, version));
  }

  /** Rejects with what the skill throws outside of its contract: a bug. */
  async call(skill: Skill, request: SkillRequest, gone: AbortSignal): Promise<SkillAnswer> {
    const { name, version, limits } = skill.manifest;
    setActiveSpanAttributes({ service: this.service, skillName: name, skillVersion: version });
    const lane = request.dryRun ? LANE.dryRun : LANE.act;
    const beganMs = performance.now();
    const ended = (outcome: string, code: string): void =>
      count({ skill: name, version, lane, outcome }, code, performance.now() - beganMs);
    const atOnce = this.underWay.get(skill) ?? 0;
    if (limits?.max_concurrent !== undefined && atOnce >= limits.max_concurrent) {
      ended('refused', 'overloaded');
      return refused('overloaded', 'overloaded', 'As many calls as this skill bears are under way; nothing was done.');
    }
    this.underWay.set(skill, atOnce + 1);
    try {
      const answer = await callSkill(skill, request, this.effects, gone);
      ended(
        answer.kind === 'answered' ? 'succeeded' : answer.kind,
        answer.kind === 'answered' ? '' : answer.error.code,
      );
      return answer;
    } catch (error) {
      ended('failed', 'internal');
      throw error;
    } finally {
      this.underWay.set(skill, (this.underWay.get(skill) ?? 1) - 1);
    }
  }

  /** What became of an effect whose answer was not heard. Starts nothing. */
  async lookUpEffect(skill: Skill, tenant: string, idempotencyKey: string): Promise<EffectTold> {
    const told = await this.effects.lookUp(effectKey(tenant, skill.manifest.name, idempotencyKey));
    if (told.status !== 'known') return told;
    const receipt = receiptOf(skill, told.result);
    return { ...told, ...(receipt && { receipt }) };
  }
}

const addressOf = (name: string, version: string): string => `${name}/${version}`;

function count(
  labels: { readonly skill: string; readonly version: string; readonly lane: string; readonly outcome: string },
  code: string,
  tookMs: number,
): void {
  const { skill, version, lane, outcome } = labels;
  // A provider knows no stages: who routes calls does.
  counter('skill_calls_total').labels(skill, version, lane, '', outcome, code).inc();
  histogram('skill_latency_seconds')
    .labels(skill, version, lane, '', outcome)
    .observe(tookMs / 1_000);
}
