import { firstRollout, type Rollout } from './rollout';
import { sharePlan } from './share-plan';

/** Half of the users to the candidate; without one the baseline alone. */
export const refundRollout = ({ weight = 0.5, ...over }: Partial<Rollout> & { weight?: number } = {}): Rollout => {
  const first = { ...firstRollout('refund', '1.0.0', sharePlan(weight)), candidate: '2.0.0', run: 1, ...over };
  return { ...first, status: over.status ?? (first.candidate === undefined ? 'idle' : 'running') };
};
