import { readManifest, type SkillContract } from './skill-contract';

const published = (over: Record<string, unknown> = {}) => ({
  name: 'book_room',
  version: '1.0.0',
  description: 'Books one room for one night.',
  trigger: 'the user wants a room',
  effect: 'write',
  confirmation_required: false,
  idempotency: 'key',
  input_schema: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 2, pattern: '^[A-Z]' },
      nights: { type: 'integer', minimum: 1 },
      guest: { type: 'object', properties: { email: { type: 'string', format: 'email' } }, required: ['email'] },
      extras: { type: 'array', items: { type: 'object', properties: { code: { enum: ['breakfast', 'parking'] } } } },
      contact: {
        anyOf: [
          { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
          { type: 'object', properties: { mail: { type: 'string' } }, required: ['mail'] },
        ],
      },
      notes: { type: 'object', additionalProperties: true },
      anything: {},
    },
    required: ['city'],
  },
  output_schema: { type: 'object', properties: { booking: { type: 'string' } }, required: ['booking'] },
  errors: [],
  sla: { p95_ms: 100 },
  timeout_ms: 1_000,
  receipt: { fields: ['booking'] },
  ...over,
});
function contractOf(over: Record<string, unknown> = {}): SkillContract {
  const read = readManifest(published(over));
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.contract;
}
const faultsOf = (over: Record<string, unknown>) => {
  const read = readManifest(published(over));
  return 'faults' in read ? read.faults : [];
};

describe('the arguments of a skill', () => {
  const { checkArguments } = contractOf();

  it.each([
    ['a missing field', {}, 'city', 'required'],
    ['a wrong type', { city: 7 }, 'city', 'type'],
    ['a text that is too short', { city: 'X' }, 'city', 'min_length'],
    ['a text that does not match', { city: 'rome' }, 'city', 'pattern'],
    ['a number below its minimum', { city: 'Rome', nights: 0 }, 'nights', 'minimum'],
    ['a broken format', { city: 'Rome', guest: { email: 'x' } }, 'guest.email', 'format'],
    ['a field missing inside', { city: 'Rome', guest: {} }, 'guest.email', 'required'],
    ['a value outside of an enumeration', { city: 'Rome', extras: [{ code: 'pool' }] }, 'extras.0.code', 'enum'],
    ['an unknown property', { city: 'Rome', floor: 3 }, 'floor', 'unknown_property'],
    ['an unknown property inside', { city: 'Rome', guest: { email: 'a@b.co', x: 1 } }, 'guest.x', 'unknown_property'],
    ['an unknown property of an item', { city: 'Rome', extras: [{ kind: 1 }] }, 'extras.0.kind', 'unknown_property'],
    [
      'an unknown property of an alternative',
      { city: 'Rome', contact: { phone: '1', x: 2 } },
      'contact.x',
      'unknown_property',
    ],
    ['an inherited name', JSON.parse('{"city":"Rome","__proto__":{"x":1}}'), '__proto__', 'reserved_name'],
    ['a text that cannot be stored', { city: 'Ro\u0000me' }, 'city', 'nul_character'],
    ['a number that no JSON can write', { city: 'Rome', anything: Infinity }, 'anything', 'not_finite'],
    ['half a character inside', { city: 'Rome', anything: [{ a: '\ud83d' }] }, 'anything.0.a', 'lone_surrogate'],
    ['no object at all', [], '', 'type'],
  ])('S3: %s is refused by field and rule', (_name, value, field, rule) => {
    expect(checkArguments(value)).toMatchObject({ field, rule });
  });

  it('S3: an enumeration names what it allows, and no message repeats the value', () => {
    const violation = checkArguments({ city: 'Rome', extras: [{ code: 'my secret' }] });
    expect(violation?.expected).toBe('must be one of ["breakfast","parking"]');
  });

  it('are taken when they fit, with open places left open', () => {
    const full = {
      ...{ city: 'Rome', nights: 2, guest: { email: 'a@b.co' }, extras: [{ code: 'parking' }], contact: { mail: 'm' } },
      ...{ notes: { free: { as: 'air' } }, anything: { goes: [1] } },
    };
    expect(checkArguments(full)).toBeUndefined();
  });

  it('S3: a pattern that would take exponential time elsewhere is linear here', () => {
    const { checkArguments: check } = contractOf({
      input_schema: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
    });
    const began = performance.now();
    expect(check({ text: `${'a'.repeat(5_000)}!` })).toMatchObject({ rule: 'pattern' });
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('closes what a reference names, in both drafts', () => {
    for (const $schema of ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema']) {
      const { checkArguments: check } = contractOf({
        input_schema: {
          $schema,
          definitions: { guest: { type: 'object', properties: { name: { type: 'string' } } } },
          type: 'object',
          properties: { guest: { $ref: '#/definitions/guest' } },
          allOf: [{ properties: { city: { type: 'string' } } }],
        },
      });
      expect(check({ guest: { name: 'Li' }, city: 'Rome' })).toBeUndefined();
      expect(check({ guest: { name: 'Li', x: 1 } })).toMatchObject({ field: 'guest.x', rule: 'unknown_property' });
      expect(check({ floor: 1 })).toMatchObject({ field: 'floor', rule: 'unknown_property' });
    }
  });
});

describe('a result', () => {
  it('S3: is checked against the output schema, and may tell more than it promised', () => {
    const { checkResult } = contractOf();
    expect(checkResult({ booking: 'B-1', floor: 3 })).toBeUndefined();
    expect(checkResult({ booking: 1 })).toMatchObject({ field: 'booking', rule: 'type' });
    expect(checkResult(null)).toMatchObject({ rule: 'type' });
  });
});

describe('a manifest', () => {
  it.each([
    ['no object', 'text', ''],
    ['a name that is not lower_snake', { ...published(), name: 'BookRoom' }, 'name'],
    ['no time-out', { ...published(), timeout_ms: undefined }, 'timeout_ms'],
    ['an unknown field', { ...published(), owner: 'x' }, ''],
  ])('S1: with %s is not taken, with the place', (_name, manifest, at) => {
    const read = readManifest(manifest);
    expect('faults' in read && read.faults).toEqual([expect.objectContaining({ at })]);
  });

  it('S16: of an effect without a receipt is not taken', () => {
    expect(faultsOf({ receipt: undefined })).toMatchObject([{ at: 'receipt' }]);
    expect(faultsOf({ receipt: undefined, effect: 'read' })).toEqual([]);
  });

  it('S8: of an effect that calls itself safe to compare is not taken', () => {
    expect(faultsOf({ shadow: 'safe' })).toMatchObject([{ at: 'shadow', rule: 'shadow_acts' }]);
    expect(faultsOf({ shadow: 'dry_run' })).toEqual([]);
    expect(faultsOf({ shadow: 'safe', effect: 'read' })).toEqual([]);
  });

  it.each([
    ['an unknown keyword', { type: 'object', propertys: {} }, '/propertys', 'unknown_keyword'],
    ['an unknown type', { type: 'thing' }, '/type', 'malformed'],
    ['a reference to another host', { $ref: 'https://example.org/schema.json' }, '/$ref', 'remote_reference'],
    ['a reference to itself', { $ref: '#' }, '', 'endless_reference'],
    ['an unknown format', { properties: { x: { format: 'colour' } } }, '/properties/x/format', 'unsupported_format'],
    [
      'a pattern that is not linear',
      { properties: { x: { pattern: '(a)\\1' } } },
      '/properties/x/pattern',
      'unsupported_pattern',
    ],
  ])('S1: whose schemas have %s is not taken, with each place and rule', (_name, schema, at, rule) => {
    expect(faultsOf({ input_schema: schema, output_schema: schema })).toEqual([
      { at: `input_schema${at}`, rule, reason: expect.any(String) },
      { at: `output_schema${at}`, rule, reason: expect.any(String) },
    ]);
  });
});
