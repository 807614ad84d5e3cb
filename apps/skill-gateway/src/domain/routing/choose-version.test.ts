import fc from 'fast-check';
import { defaultPlan } from '@plinth/rollout';
import { refundManifest, refundSkill } from '../catalogue/refund-skill.stage';
import { chooseVersion } from './choose-version';
import { subjectOf } from './subject-of';

const served = (choice: ReturnType<typeof chooseVersion>) =>
  typeof choice === 'string' ? choice : `${choice.lane} ${choice.contract.manifest.version}`;
const users = Array.from({ length: 2_000 }, (_, n) => `user-${n}`);
const staged = (stage: number, more: Parameters<typeof refundSkill>[0] = {}) =>
  refundSkill({ plan: defaultPlan(), stage, ...more });
const tester = subjectOf('t', { segment: 'internal_test' });
const vip = subjectOf('v', { segment: 'vip' });

describe('the choice of a version', () => {
  it('S7: serves the candidate to its share of users, the same ones each time, and to no fewer when it grows', () => {
    const shares = [0.1, 0.5, 1].map((weight) => {
      const of = refundSkill({ weight });
      return users.filter((user) => served(chooseVersion(of, undefined, subjectOf(user))) === 'candidate 2.0.0');
    });
    expect(shares.map((share) => Math.round(share.length / 200))).toEqual([1, 5, 10]);
    expect(shares[1]).toEqual(expect.arrayContaining(shares[0]!));
  });

  it('S7: serves nobody but test accounts in the first stage, and them in full trace under the cap', () => {
    const share = { candidate: 0, shadow: 0, total: 99 };
    expect(chooseVersion(staged(0), undefined, tester, share)).toMatchObject({
      ...{ lane: 'candidate', stage: 'internal', reason: 'live', trace: 'full' },
    });
    expect(chooseVersion(staged(0), undefined, vip, share)).toMatchObject({
      lane: 'baseline',
      reason: 'outside_stage',
    });
    expect(chooseVersion(staged(0), undefined, tester, { ...share, total: 98 })).toMatchObject({
      ...{ lane: 'baseline', reason: 'capped', stage: 'internal' },
    });
  });

  it('S7: runs the candidate beside the baseline for important users in the second stage, and keeps test accounts on it', () => {
    const share = { candidate: 0, shadow: 0, total: 99 };
    expect(chooseVersion(staged(1), undefined, vip, share)).toMatchObject({
      lane: 'baseline',
      shadow: true,
      stage: 'vip',
    });
    expect(chooseVersion(staged(1), undefined, tester, share)).toMatchObject({ lane: 'candidate', shadow: false });
  });

  it('S7: serves everybody in the third stage, and without a user the baseline', () => {
    expect(served(chooseVersion(staged(2), undefined, subjectOf('anybody')))).toBe('candidate 2.0.0');
    expect(chooseVersion(staged(2), undefined, subjectOf(''))).toMatchObject({ lane: 'baseline', reason: 'no_id' });
  });

  it('serves the baseline while the candidate is not registered here', () => {
    const alone = staged(2, {}).versions.get('1.0.0')!;
    const skill = { ...staged(2), versions: new Map([['1.0.0', alone]]) };
    expect(chooseVersion(skill, undefined, subjectOf('u'))).toMatchObject({
      ...{ lane: 'baseline', reason: 'candidate_missing', shadow: false },
    });
    expect(chooseVersion({ ...skill, rollout: { ...skill.rollout, stage: 1 } }, undefined, vip)).toMatchObject({
      shadow: false,
    });
  });

  it('T4: keeps the pinned version while it serves, whatever the weight says', () => {
    expect(served(chooseVersion(refundSkill({ weight: 0 }), '2.0.0', subjectOf('u')))).toBe('candidate 2.0.0');
    expect(served(chooseVersion(refundSkill({ weight: 1 }), '1.0.0', subjectOf('u')))).toBe('baseline 1.0.0');
    const promoted = refundSkill({ baseline: '2.0.0', candidate: undefined });
    expect(served(chooseVersion(promoted, '1.0.0', subjectOf('u')))).toBe('baseline 1.0.0');
  });

  it('T4: gives a revoked pin the baseline if that is compatible, else refuses it', () => {
    const back = { status: 'rolled_back', revoked: ['2.0.0'] } as const;
    expect(chooseVersion(refundSkill(back), '2.0.0', subjectOf('u'))).toMatchObject({ reason: 'pin_revoked' });
    const richer = refundManifest('2.0.0', { output_schema: { type: 'object', required: ['refund_id', 'eta'] } });
    const other = refundSkill(back, refundManifest('1.0.0'), richer);
    expect(chooseVersion(other, '2.0.0', subjectOf('u'))).toBe('version_revoked');
  });

  it('T4: tells a pin that was never registered from one that was switched back, whose contract may be gone', () => {
    expect(chooseVersion(refundSkill(), '9.9.9', subjectOf('u'))).toBe('version_not_found');
    const gone = refundSkill({ revoked: ['0.9.0'] });
    expect(chooseVersion(gone, '0.9.0', subjectOf('u'))).toBe('version_revoked');
    expect(chooseVersion(gone, '0.9.1', subjectOf('u'))).toBe('version_not_found');
  });

  it('T4: gives a revoked pin no baseline whose effect is of another class, graver or lighter', () => {
    const back = { status: 'rolled_back', revoked: ['2.0.0'] } as const;
    const [acts, reads] = [{ effect: 'irreversible' }, { effect: 'read', receipt: undefined }] as const;
    for (const [pinned, baseline] of [
      [acts, reads],
      [reads, acts],
    ] as const) {
      const skill = refundSkill(back, refundManifest('1.0.0', baseline), refundManifest('2.0.0', pinned));
      expect(chooseVersion(skill, '2.0.0', subjectOf('u'))).toBe('version_revoked');
    }
  });

  it('T4: never serves what was switched back, whoever asks and whatever is pinned', () => {
    const back = refundSkill({ status: 'rolled_back', revoked: ['2.0.0'] });
    const pins = fc.constantFrom(undefined, '1.0.0', '2.0.0', '9.9.9');
    fc.assert(
      fc.property(fc.string(), pins, fc.dictionary(fc.string(), fc.jsonValue()), (user, pin, attributes) => {
        expect(served(chooseVersion(back, pin, subjectOf(user, attributes as never)))).not.toContain('2.0.0');
      }),
    );
  });
});
