import type { Candidate } from './candidate';
import type { DropReason, Ranking } from './rank-candidates';
import { recallPolicySchema } from './recall-policy';
import { candidate, ids, NOW, rank, reasons } from './ranked.stage';

/** What is dropped by each reason: the candidates, of which `x` is the one that goes, and the ranking. */
const DROPPED = {
  source_not_allowed: [
    [candidate('x', '望远镜坏了', { sourceType: 'document' })],
    { task: 't', policy: recallPolicySchema.parse({ tasks: { t: { sources: ['user'] } } }) },
  ],
  kind_not_asked_for: [
    [candidate('x', '望远镜坏了', { kind: 'episode' })],
    { task: 't', policy: recallPolicySchema.parse({ tasks: { t: { kinds: { episode: 0 } } } }) },
  ],
  low_confidence: [[candidate('x', '望远镜坏了', { confidence: 0.34 })], {}],
  reference_only: [[candidate('x', '望远镜坏了', { reference: true })], { unasked: true }],
  below_floor: [[candidate('x', '吃了一碗面')], {}],
  far_below_best: [
    [candidate('y', 'a'.repeat(9), { cosine: 1 }), candidate('x', 'b'.repeat(9), { cosine: 0.09 })],
    {
      model: 'm',
      policy: recallPolicySchema.parse({
        models: { m: { unrelated: 0, same: 1, weight: 1 } },
        floors: { preference: 0, state: 0, semantic: 0 },
      }),
    },
  ],
  near_duplicate: [[candidate('y', '望远镜坏了', { atMs: NOW }), candidate('x', '望远镜坏了。')], {}],
  beyond_top: [[candidate('y', '望远镜坏了', { atMs: NOW }), candidate('x', '望远镜买于春天')], { top: 1 }],
} satisfies Record<DropReason, readonly [readonly Candidate[], Partial<Ranking>]>;

describe('rankCandidates drops', () => {
  it.each(Object.entries<readonly [readonly Candidate[], Partial<Ranking>]>(DROPPED))(
    'M8, M9, M11: by the reason %s, and tells it',
    (reason, [candidates, more]) => {
      const ranked = rank('望远镜', candidates, more);
      expect(ids(ranked)).toEqual(candidates.slice(0, -1).map(({ id }) => id));
      expect(reasons(ranked)['x']?.split(' ')[0]).toBe(reason);
    },
  );
});
