import { refundManifest, refundSkill } from '../catalogue/refund-skill.stage';
import { chooseVersion } from './choose-version';

const served = (choice: ReturnType<typeof chooseVersion>) =>
  typeof choice === 'string' ? choice : `${choice.lane} ${choice.contract.manifest.version}`;
const users = Array.from({ length: 2_000 }, (_, n) => `user-${n}`);

describe('the choice of a version', () => {
  it('S7: serves the candidate to its share of users, the same ones each time, and to no fewer when it grows', () => {
    const shares = [0.1, 0.5, 1].map((weight) => {
      const of = refundSkill({ weight });
      return users.filter((user) => served(chooseVersion(of, undefined, user)) === 'candidate 2.0.0');
    });
    expect(shares.map((share) => Math.round(share.length / 200))).toEqual([1, 5, 10]);
    expect(shares[1]).toEqual(expect.arrayContaining(shares[0]!));
  });

  it('T4: keeps the pinned version while it serves, whatever the weight says', () => {
    expect(served(chooseVersion(refundSkill({ weight: 0 }), '2.0.0', 'u'))).toBe('candidate 2.0.0');
    expect(served(chooseVersion(refundSkill({ weight: 1 }), '1.0.0', 'u'))).toBe('baseline 1.0.0');
    const promoted = refundSkill({ baseline: '2.0.0', candidate: undefined });
    expect(served(chooseVersion(promoted, '1.0.0', 'u'))).toBe('baseline 1.0.0');
  });

  it('T4: gives a revoked pin the baseline if that is compatible, else refuses it', () => {
    const back = { candidate: undefined, revoked: ['2.0.0'] };
    expect(served(chooseVersion(refundSkill(back), '2.0.0', 'u'))).toBe('baseline 1.0.0');
    const richer = refundManifest('2.0.0', { output_schema: { type: 'object', required: ['refund_id', 'eta'] } });
    expect(chooseVersion(refundSkill(back, refundManifest('1.0.0'), richer), '2.0.0', 'u')).toBe('version_revoked');
    expect(chooseVersion(refundSkill(), '9.9.9', 'u')).toBe('version_revoked');
  });
});
