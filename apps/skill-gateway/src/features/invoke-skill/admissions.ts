import type { DataOf, skillInvoke } from '@plinth/contracts';
import type { CallShare } from '@plinth/rollout';
import { admit, type Admission, type Asker } from '../../domain/admission/admit';
import type { RegisteredSkill } from '../../domain/catalogue/catalogue';
import type { Rollout } from '../../domain/rollout/rollout';

/** What the candidates of rollouts have taken of the calls here. */
export interface Traffic {
  shareOf(rollout: Rollout): CallShare | undefined;
  routed(rollout: Rollout, lane: 'candidate' | 'baseline', shadow: boolean): void;
}

/** Admits calls, and counts at once which version each was given: two calls at a time never take one place under a cap. */
export class Admissions {
  constructor(private readonly traffic: Traffic) {}

  admit(
    skill: RegisteredSkill | undefined,
    call: DataOf<typeof skillInvoke>,
    remainingMs: number | undefined,
    asker: Asker,
  ): Admission {
    const admission = admit(skill, call, remainingMs, { asker, share: skill && this.traffic.shareOf(skill.rollout) });
    if (admission.kind === 'refused') return admission;
    const { rollout, lane, shadow } = admission.choice;
    this.traffic.routed(rollout, lane, shadow);
    return admission;
  }
}
