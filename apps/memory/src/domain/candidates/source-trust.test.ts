import { admittedKind, SOURCE_OF_ROLE, trustOf, type SourceType } from './source-trust';

const KINDS = ['fact', 'preference', 'state', 'constraint', 'episode'] as const;
const UNTRUSTED: readonly SourceType[] = ['tool', 'document', 'inference'];

describe('what a source may become', () => {
  it.each(UNTRUSTED)(
    'M25: what a %s says is data: found and quoted, never profile, never read for acts, never extracted from',
    (source) => {
      expect(trustOf(source)).toEqual({
        speaks: false,
        profile: 'never',
        kinds: ['episode'],
        quoted: true,
        extractable: false,
      });
      expect(KINDS.map((kind) => admittedKind(source, kind))).toEqual(KINDS.map(() => 'episode'));
    },
  );

  it('M12: what the user says waits for consent, and never becomes a constraint', () => {
    expect(trustOf('user')).toMatchObject({ speaks: true, profile: 'after_consent', quoted: false });
    expect(KINDS.map((kind) => admittedKind('user', kind))).toEqual([
      'fact',
      'preference',
      'state',
      'episode',
      'episode',
    ]);
  });

  it('M12: what the system has verified stands at once, but nothing is extracted from it', () => {
    expect(trustOf('system')).toMatchObject({ speaks: false, profile: 'at_once', extractable: false });
    expect(KINDS.map((kind) => admittedKind('system', kind))).toEqual(KINDS);
  });

  it('M25: of the roles of a dialogue only the user speaks for the user', () => {
    const speaking = Object.entries(SOURCE_OF_ROLE).filter(([, source]) => trustOf(source).speaks);
    expect(speaking).toEqual([['user', 'user']]);
  });
});
