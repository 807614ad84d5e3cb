import { idleRollout, type RolloutPlan, type RolloutState } from '@plinth/rollout';

/** Which versions of a skill serve, and how far its candidate has come. */
export type Rollout = RolloutState;

const PREFIX = 'skill:';

export const rolloutName = (skill: string): string => `${PREFIX}${skill}`;

export const skillOf = ({ rollout }: Pick<Rollout, 'rollout'>): string => rollout.slice(PREFIX.length);

/** The baseline serves alone. */
export const firstRollout = (skill: string, baseline: string, plan: RolloutPlan): Rollout =>
  idleRollout(rolloutName(skill), { baseline, candidate: undefined, plan });

/** Whether calls of it are counted and its guards look on. */
export const isWatched = ({ status, candidate }: Rollout): boolean =>
  candidate !== undefined && (status === 'running' || status === 'paused' || status === 'completed');
