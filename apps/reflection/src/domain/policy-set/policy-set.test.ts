import { policyFile, type PolicyFile } from '../policy/policy';
import { buildPolicySet } from './policy-set';

const file = (over: Partial<PolicyFile> = {}): PolicyFile =>
  policyFile.parse({
    name: 'wording',
    description: 'No absolute wording.',
    checks: [
      {
        kind: 'forbidden_wording',
        id: 'w',
        code: 'absolute_wording',
        evidence: 'wording.md §1',
        patterns: [{ match: '保证', replace: '预计' }],
      },
    ],
    examples: [{ name: 'a promise', text: '保证', expect: 'corrected', codes: ['absolute_wording'] }],
    ...over,
  });

describe('a policy set', () => {
  it('R4: is refused as a whole when an example of it does not hold', () => {
    const set = buildPolicySet([file({ examples: [{ ...file().examples[0]!, expect: 'passed', codes: [] }] })]);
    expect(set).toMatchObject({ faults: [{ policy: 'wording', at: 'examples: a promise' }] });
  });

  it('R7: is refused when two checks share a code, or a pattern is not linear-time', () => {
    expect(buildPolicySet([file(), file({ name: 'again' })])).toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({ rule: 'code absolute_wording stands twice' }),
      ]) as unknown,
    });
    const lookahead = file({
      checks: [{ ...file().checks[0]!, patterns: [{ match: 'a(?=b)', replace: '' }] } as PolicyFile['checks'][number]],
    });
    expect(buildPolicySet([lookahead])).toMatchObject({ faults: [{ at: 'checks.0' }] });
  });

  it('T4: has the same version for the same content and another for any other', () => {
    const version = (policy: PolicyFile): string => (buildPolicySet([policy]) as { version: string }).version;
    expect(version(file())).toBe(version(file()));
    expect(version(file())).not.toBe(version(file({ description: 'Another.' })));
  });
});
