import type { ActiveTurn } from './session';

/** T5: a skipped check is never a pass. */
export function skipReflection(active: ActiveTurn, rounds: number, reason: string): ActiveTurn {
  const corrections = active.reflection?.corrections ?? 0;
  return {
    ...active,
    reflection: { outcome: 'skipped', rounds, corrections, reflection_skipped: true, reason },
    notices: [...active.notices, 'reflection_skipped'],
    step: { kind: 'release' },
  };
}
