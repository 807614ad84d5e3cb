import { contractWith } from '../manifest-of.stage';
import { breakingChanges } from './breaking-changes';

const text = { type: 'string' };
const object = (properties: Record<string, unknown>, required: string[] = [], over: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  required,
  ...over,
});
const changes = (side: 'input_schema' | 'output_schema', before: unknown, after: unknown) =>
  breakingChanges(contractWith({ [side]: before }).manifest, contractWith({ [side]: after }).manifest).map(
    ({ at, rule }) => [at.slice(side.length), rule.replace('breaks_', '')],
  );
const one = (schema: unknown) => object({ a: schema });

describe('a newer version under the same major', () => {
  it.each([
    ['asks for another property', object({ a: text }), object({ a: text, b: text }, ['b']), '/required/b', 'required'],
    ['asks for what was optional', object({ a: text }), object({ a: text }, ['a']), '/required/a', 'required'],
    ['drops a property', object({ a: text, b: text }), object({ a: text }), '/properties/b', 'property_missing'],
    ['takes another type', one(text), one({ type: 'integer' }), '/properties/a/type', 'type'],
    ['takes fewer types', one({ type: ['string', 'null'] }), one(text), '/properties/a/type', 'type'],
    ['takes whole numbers only', one({ type: 'number' }), one({ type: 'integer' }), '/properties/a/type', 'type'],
    ['takes fewer words', one({ enum: ['x', 'y'] }), one({ enum: ['x'] }), '/properties/a/enum', 'enum'],
    ['lists words', one(text), one({ ...text, enum: ['x'] }), '/properties/a/enum', 'enum'],
    ['has a narrower range', one({ maximum: 9 }), one({ maximum: 8 }), '/properties/a/maximum', 'maximum'],
    ['has a limit', one(text), one({ ...text, minLength: 1 }), '/properties/a/minLength', 'min_length'],
    ['has another pattern', one({ pattern: 'a' }), one({ pattern: 'b' }), '/properties/a/pattern', 'pattern'],
    ['has a format', one(text), one({ ...text, format: 'date' }), '/properties/a/format', 'format'],
    [
      'takes no element twice any more',
      one({ type: 'array' }),
      one({ type: 'array', uniqueItems: true }),
      '/properties/a/uniqueItems',
      'unique_items',
    ],
    [
      'takes multiples only',
      one({ type: 'number' }),
      one({ type: 'number', multipleOf: 5 }),
      '/properties/a/multipleOf',
      'multiple_of',
    ],
    [
      'closes what was open',
      one({ type: 'object', additionalProperties: true }),
      one({ type: 'object', additionalProperties: false }),
      '/properties/a/additionalProperties',
      'additional_properties',
    ],
    [
      'takes less inside of a list',
      one({ items: text }),
      one({ items: { type: 'integer' } }),
      '/properties/a/items/type',
      'type',
    ],
    [
      'combines otherwise',
      one({ anyOf: [text, { type: 'null' }] }),
      one({ anyOf: [text] }),
      '/properties/a/anyOf',
      'rewritten',
    ],
    ['has a condition', one(text), one({ ...text, not: { const: 'x' } }), '/properties/a/not', 'rewritten'],
  ])('S2: is refused when it %s in its arguments', (_name, before, after, at, rule) => {
    expect(changes('input_schema', before, after)).toEqual([[at, rule]]);
  });

  it.each([
    ['a new optional property', object({ a: text }), object({ a: text, b: text })],
    ['more types', one(text), one({ type: ['string', 'null'] })],
    ['more words', one({ enum: ['x'] }), one({ enum: ['x', 'y'] })],
    ['a wider range', one({ maximum: 8 }), one({ maximum: 9 })],
    ['no limit any more', one({ ...text, pattern: 'a', maxLength: 3 }), one(text)],
    ['what was required made optional', object({ a: text }, ['a']), object({ a: text })],
    ['one more alternative', one({ anyOf: [text] }), one({ anyOf: [{ type: 'null' }, text] })],
    ['other words for the reader', one({ ...text, description: 'x' }), one({ ...text, description: 'y' })],
    ['the same by a reference', one(text), { ...one({ $ref: '#/$defs/t' }), $defs: { t: text } }],
  ])('may have %s in its arguments', (_name, before, after) => {
    expect(changes('input_schema', before, after)).toEqual([]);
  });

  it.each([
    ['drops a promised field', object({ a: text }, ['a']), object({}), '/required/a', 'required'],
    ['no longer promises a field', object({ a: text }, ['a']), object({ a: text }), '/required/a', 'required'],
    ['gives another type', one(text), one({ type: 'integer' }), '/properties/a/type', 'type'],
    ['gives more types', one(text), one({ type: ['string', 'null'] }), '/properties/a/type', 'type'],
    ['gives more words', one({ enum: ['x'] }), one({ enum: ['x', 'y'] }), '/properties/a/enum', 'enum'],
    ['gives any word', one({ enum: ['x'] }), one({ type: 'string' }), '/properties/a/enum', 'enum'],
    ['has a wider range', one({ maximum: 8 }), one({ maximum: 9 }), '/properties/a/maximum', 'maximum'],
  ])('S2: is refused when it %s in its result', (_name, before, after, at, rule) => {
    expect(changes('output_schema', before, after)).toEqual([[at, rule]]);
  });

  it('may tell more and narrower things in its result', () => {
    expect(changes('output_schema', one(text), object({ a: { enum: ['x'] }, b: text }, ['b']))).toEqual([]);
  });

  it('S2: is refused when it acts more, or ignores keys', () => {
    const before = contractWith({ effect: 'read', idempotency: 'key' }).manifest;
    const after = contractWith({ effect: 'write', idempotency: 'none', receipt: { fields: ['id'] } }).manifest;
    expect(breakingChanges(before, after).map(({ rule }) => rule)).toEqual(['effect_changed', 'keys_ignored']);
    expect(breakingChanges(after, before)).toEqual([]);
  });

  it('tells what was said and what is said', () => {
    const [change] = breakingChanges(
      contractWith({ output_schema: one({ maximum: 8 }) }).manifest,
      contractWith({ output_schema: one({ maximum: 9 }) }).manifest,
    );
    expect(change?.reason).toBe('was 8, and is 9');
  });

  it('is compared to its end when its schema refers to itself', () => {
    const tree = (name: unknown) => object({ name, children: { type: 'array', items: { $ref: '#' } } });
    expect(changes('input_schema', tree(text), tree(text))).toEqual([]);
    expect(changes('input_schema', tree(text), tree({ type: 'integer' }))).toEqual([['/properties/name/type', 'type']]);
  });
});
