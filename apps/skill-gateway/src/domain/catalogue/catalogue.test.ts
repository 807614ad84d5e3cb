import { buildCatalogue, type Catalogue } from './catalogue';
import { refundCatalogue, refundManifest, refundRollout } from './refund-skill.stage';

describe('the catalogue', () => {
  it('takes over what it has compiled, and compiles what has changed', () => {
    const first = refundCatalogue();
    const versions = [refundManifest('1.0.0'), refundManifest('2.0.0', { trigger: 'something else' })];
    const second = buildCatalogue(
      2,
      versions.map((each) => ({ manifest: each, providerUrl: 'http://q', state: 'complete' })),
      [refundRollout()],
      first,
    );
    const contract = (of: Catalogue, version: string) => of.skills.get('refund')?.versions.get(version);
    expect(contract(second, '1.0.0')).toBe(contract(first, '1.0.0'));
    expect(contract(second, '2.0.0')).not.toBe(contract(first, '2.0.0'));
    expect(second.skills.get('refund')?.providerUrls.get('1.0.0')).toBe('http://q');
  });

  it('names a stored version that it cannot use, and serves the others', () => {
    const { unusable, skills } = refundCatalogue(
      {},
      refundManifest('1.0.0'),
      refundManifest('2.0.0', { input_schema: { type: 'x' } }),
    );
    expect(unusable).toMatchObject([{ version: '2.0.0' }]);
    expect([...skills.get('refund')!.versions.keys()]).toEqual(['1.0.0']);
  });

  it('serves an imported effect without a receipt, which nobody can ask for before it is completed', () => {
    const { receipt: _receipt, ...manifest } = refundManifest('1.0.0');
    const serving = (state: 'complete' | 'imported') =>
      buildCatalogue(1, [{ manifest, providerUrl: 'http://p', state }], [refundRollout()]);
    expect(serving('imported').skills.get('refund')?.versions.has('1.0.0')).toBe(true);
    expect(serving('complete').unusable).toMatchObject([{ faults: [{ at: 'receipt' }] }]);
  });
});
