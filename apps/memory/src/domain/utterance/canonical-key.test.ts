import { ATTRIBUTES, canonicalKey } from './attributes';

it.each([
  ['birthday', '1990-01-01', 'birthday'],
  [' Birthday ', '1990-01-01', 'birthday'],
  ['生日', '1990-01-01', 'birthday'],
  ['Date of Birth', '1990-01-01', 'birthday'],
  ['邮箱', 'ana@example.com', 'email'],
  ['mother/生日', '5月1日', 'mother/birthday'],
  ['手机', '打给他', '手机'],
  [' membership tier ', 'gold', 'membership tier'],
  ['allergy/2', '花生', 'allergy/2'],
  ['  ', 'x', ''],
])('M17: %j with the value %j is kept under %j', (named, value, key) => expect(canonicalKey(named, value)).toBe(key));

it('M17: every key is its own canonical key, so that keeping one twice changes nothing', () => {
  for (const { key } of ATTRIBUTES.filter(({ kind, accepts }) => kind === 'facts' && !accepts))
    expect(canonicalKey(key, 'x')).toBe(key);
});
