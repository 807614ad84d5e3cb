import type { SkillManifest } from '@plinth/contracts';
import { buildCatalogue, type Catalogue, type RegisteredSkill } from '../catalogue/catalogue';
import { admit } from './admit';
import { chooseVersion } from './choose-version';
import { compareVersions } from './compare-versions';
import { changeRollout, type Rollout } from './rollout';

const manifest = (version: string, over: Partial<SkillManifest> = {}): SkillManifest => ({
  ...{ name: 'refund', version, description: 'Refunds one order.', trigger: 'a refund', effect: 'irreversible' },
  ...{ confirmation_required: true, idempotency: 'key', errors: [], sla: { p95_ms: 10 }, timeout_ms: 100 },
  input_schema: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
  output_schema: { type: 'object', properties: { refund_id: { type: 'string' } }, required: ['refund_id'] },
  receipt: { fields: ['refund_id'] },
  ...over,
});
const rollout = (over: Partial<Rollout> = {}): Rollout => ({
  ...{ skill: 'refund', baseline: '1.0.0', candidate: '2.0.0', weight: 0.5, revoked: [], revision: 1 },
  ...over,
});
function catalogueOf(over: Partial<Rollout> = {}, ...manifests: SkillManifest[]): Catalogue {
  const all = manifests.length > 0 ? manifests : [manifest('1.0.0'), manifest('2.0.0')];
  return buildCatalogue(
    1,
    all.map((each) => ({ manifest: each, providerUrl: 'http://p' })),
    [rollout(over)],
  );
}
const skill = (over: Partial<Rollout> = {}, ...manifests: SkillManifest[]): RegisteredSkill =>
  catalogueOf(over, ...manifests).skills.get('refund')!;
const served = (choice: ReturnType<typeof chooseVersion>) =>
  typeof choice === 'string' ? choice : `${choice.lane} ${choice.contract.manifest.version}`;
const users = Array.from({ length: 2_000 }, (_, n) => `user-${n}`);

describe('the choice of a version', () => {
  it('S7: serves the candidate to its share of users, the same ones each time, and to no fewer when it grows', () => {
    const shares = [0.1, 0.5, 1].map((weight) => {
      const of = skill({ weight });
      return users.filter((user) => served(chooseVersion(of, undefined, user)) === 'candidate 2.0.0');
    });
    expect(shares.map((share) => Math.round(share.length / 200))).toEqual([1, 5, 10]);
    expect(shares[1]).toEqual(expect.arrayContaining(shares[0]!));
  });

  it('T4: keeps the pinned version while it serves, whatever the weight says', () => {
    expect(served(chooseVersion(skill({ weight: 0 }), '2.0.0', 'u'))).toBe('candidate 2.0.0');
    expect(served(chooseVersion(skill({ weight: 1 }), '1.0.0', 'u'))).toBe('baseline 1.0.0');
    const promoted = skill({ baseline: '2.0.0', candidate: undefined });
    expect(served(chooseVersion(promoted, '1.0.0', 'u'))).toBe('baseline 1.0.0');
  });

  it('T4: gives a revoked pin the baseline if that is compatible, else refuses it', () => {
    const back = { candidate: undefined, revoked: ['2.0.0'] };
    expect(served(chooseVersion(skill(back), '2.0.0', 'u'))).toBe('baseline 1.0.0');
    const richer = manifest('2.0.0', { output_schema: { type: 'object', required: ['refund_id', 'eta'] } });
    expect(chooseVersion(skill(back, manifest('1.0.0'), richer), '2.0.0', 'u')).toBe('version_revoked');
    expect(chooseVersion(skill(), '9.9.9', 'u')).toBe('version_revoked');
  });

  it('T4: a candidate that is taken away is revoked, one that becomes the baseline is not', () => {
    const gone = changeRollout(rollout(), { baseline: '1.0.0', candidate: undefined, weight: 0 });
    expect(gone).toMatchObject({ revoked: ['2.0.0'], revision: 2 });
    const promoted = changeRollout(rollout(), { baseline: '2.0.0', candidate: undefined, weight: 0 });
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

describe('the admission of a call', () => {
  const call = {
    ...{ skill: 'refund', arguments: { order_id: 'A' }, user_id: 'u', locale: 'en', confirmed: true },
  };
  const codeOf = (...given: Parameters<typeof admit>) => {
    const admission = admit(...given);
    return admission.kind === 'refused' && admission.reply.kind === 'failed' ? admission.reply.data : admission.kind;
  };

  it('lets a confirmed call with good arguments pass', () => {
    expect(admit(skill(), call, 1_000)).toMatchObject({ kind: 'admitted' });
  });

  it('S3: refuses bad arguments by field and rule, with the version that refused them', () => {
    expect(codeOf(skill({ weight: 0 }), { ...call, arguments: { order_id: 7 } }, undefined)).toMatchObject({
      ...{ version: '1.0.0', lane: 'baseline', outcome: 'not_executed', attempts: 0 },
      error: { code: 'invalid_arguments', field: 'order_id', rule: 'type', retryable: false },
    });
  });

  it.each([
    ['an unknown skill', undefined, call, 1_000, 'unknown_skill'],
    ['an effect that nobody confirmed', skill(), { ...call, confirmed: false }, 1_000, 'confirmation_required'],
    ['a spent budget', skill(), call, 0, 'timeout'],
    ['a pin that serves no more', skill(), { ...call, version: '0.0.1' }, 1_000, 'version_revoked'],
  ])('refuses %s, with nothing executed', (_name, of, given, remainingMs, code) => {
    expect(codeOf(of, given, remainingMs)).toMatchObject({ outcome: 'not_executed', error: { code } });
  });
});

describe('the catalogue', () => {
  it('takes over what it has compiled, and compiles what has changed', () => {
    const first = catalogueOf();
    const versions = [manifest('1.0.0'), manifest('2.0.0', { trigger: 'something else' })];
    const second = buildCatalogue(
      2,
      versions.map((each) => ({ manifest: each, providerUrl: 'http://q' })),
      [rollout()],
      first,
    );
    const contract = (of: Catalogue, version: string) => of.skills.get('refund')?.versions.get(version);
    expect(contract(second, '1.0.0')).toBe(contract(first, '1.0.0'));
    expect(contract(second, '2.0.0')).not.toBe(contract(first, '2.0.0'));
    expect(second.skills.get('refund')?.providerUrls.get('1.0.0')).toBe('http://q');
  });

  it('names a stored version that it cannot use, and serves the others', () => {
    const { unusable, skills } = catalogueOf({}, manifest('1.0.0'), manifest('2.0.0', { input_schema: { type: 'x' } }));
    expect(unusable).toMatchObject([{ version: '2.0.0' }]);
    expect([...skills.get('refund')!.versions.keys()]).toEqual(['1.0.0']);
  });
});
