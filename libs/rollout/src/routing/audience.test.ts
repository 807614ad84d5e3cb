import { belongsTo } from './audience';

const someone = { id: 'u1', attributes: { segment: ['vip', 'beta'], level: 3, beta: true, region: 'north' } };
const matches = (match: Record<string, string | number | boolean | string[]>) =>
  belongsTo({ kind: 'attributes', match }, someone);

describe('an audience', () => {
  it('takes in who has one of its segments, of several too', () => {
    expect(belongsTo({ kind: 'segment', segments: ['beta'] }, someone)).toBe(true);
    expect(belongsTo({ kind: 'segment', segments: ['internal_test'] }, someone)).toBe(false);
    expect(belongsTo({ kind: 'segment', segments: ['vip'] }, { id: 'u', attributes: {} })).toBe(false);
  });

  it('matches every attribute by value and by type', () => {
    expect(matches({ level: 3, beta: true, region: ['south', 'north'] })).toBe(true);
    expect(matches({ level: '3' })).toBe(false);
    expect(matches({ beta: 'true' })).toBe(false);
    expect(matches({ level: 3, region: 'south' })).toBe(false);
    expect(matches({ missing: 'x' })).toBe(false);
  });

  it('finds nothing in what every object inherits', () => {
    const inherited = JSON.parse('{"constructor": "x", "__proto__": "x"}') as Record<string, string>;
    expect(matches(inherited)).toBe(false);
  });

  it('knows the ids of its list, and no one without an id', () => {
    expect(belongsTo({ kind: 'list', ids: ['u1'] }, someone)).toBe(true);
    expect(belongsTo({ kind: 'list', ids: ['u2'] }, someone)).toBe(false);
    expect(belongsTo({ kind: 'list', ids: ['u1'] }, { attributes: {} })).toBe(false);
  });
});
