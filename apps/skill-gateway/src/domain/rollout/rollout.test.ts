import { compareVersions } from './compare-versions';
import { changeRollout, type Rollout } from './rollout';

const half: Rollout = {
  ...{ skill: 'refund', baseline: '1.0.0', candidate: '2.0.0', weight: 0.5, revoked: [], revision: 1 },
};

describe('a rollout', () => {
  it('T4: a candidate that is taken away is revoked, one that becomes the baseline is not', () => {
    const gone = changeRollout(half, { baseline: '1.0.0', candidate: undefined, weight: 0 });
    expect(gone).toMatchObject({ revoked: ['2.0.0'], revision: 2 });
    const promoted = changeRollout(half, { baseline: '2.0.0', candidate: undefined, weight: 0 });
    expect(promoted.revoked).toEqual([]);
    expect(changeRollout(gone, { baseline: '1.0.0', candidate: '2.0.0', weight: 0.1 }).revoked).toEqual([]);
  });

  it('orders versions by number', () => {
    expect(['10.0.0', '9.1.0', '9.0.10', '9.0.2'].sort(compareVersions)).toEqual([
      '9.0.2',
      '9.0.10',
      '9.1.0',
      '10.0.0',
    ]);
  });
});
