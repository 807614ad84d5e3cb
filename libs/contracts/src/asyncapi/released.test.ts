import { readFileSync } from 'node:fs';
import { breakingChanges, type Schema } from './breaking-changes.stage';
import { asyncApiDocument } from './document';

type Schemas = Readonly<Record<string, Schema>>;

const released = (
  JSON.parse(readFileSync(`${__dirname}/../../released/asyncapi.json`, 'utf8')) as { components: { schemas: Schemas } }
).components.schemas;
const present = JSON.parse(JSON.stringify(asyncApiDocument('0.1.0').components.schemas)) as Schemas;

describe('messages, compared with those of the last release', () => {
  it.each(Object.keys(released))('%s is there still, and has only been added to', (name) => {
    expect(present[name]).toBeDefined();
    expect(breakingChanges(released[name]!, present[name]!)).toEqual([]);
  });
});

describe('breakingChanges', () => {
  const before: Schema = {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 10 },
      outcome: { type: 'string', enum: ['passed', 'corrected'] },
      amount: { type: ['number', 'null'], minimum: 0 },
      user: {
        anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }],
      },
      checks: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
    },
    required: ['text', 'outcome'],
  };
  const fields = before['properties'] as Record<string, Schema>;
  const having = (change: Record<string, Schema>, required: readonly string[] = ['text', 'outcome']): Schema => ({
    ...before,
    properties: { ...fields, ...change },
    required,
  });

  it.each<[string, Schema]>([
    ['a field that may be absent', having({ note: { type: 'string' } })],
    ['a further type', having({ text: { type: ['string', 'null'], maxLength: 10 } })],
    ['a further value', having({ outcome: { type: 'string', enum: ['passed', 'corrected', 'blocked'] } })],
    ['a wider limit', having({ text: { type: 'string' }, amount: { type: ['number', 'null'], minimum: -1 } })],
    ['a further kind', having({ user: { anyOf: [...(fields['user']!['anyOf'] as Schema[]), { type: 'null' }] } })],
  ])('lets pass: %s', (_what, after) => expect(breakingChanges(before, after)).toEqual([]));

  it.each<[string, Schema, string]>([
    ['a removed field', { ...before, properties: { text: fields['text'], outcome: fields['outcome'] } }, '$.amount'],
    ['a new field that is required', having({ note: { type: 'string' } }, ['text', 'outcome', 'note']), '$.note'],
    ['a field that is required now', having({}, ['text', 'outcome', 'amount']), '$.amount'],
    ['a field that readers relied on and that may be absent now', having({}, ['text']), '$.outcome'],
    ['a type less', having({ amount: { type: 'number', minimum: 0 } }), '$.amount'],
    ['another type', having({ text: { type: 'integer' } }), '$.text'],
    ['a value less', having({ outcome: { type: 'string', enum: ['passed'] } }), '$.outcome'],
    ['a new list of values', having({ text: { type: 'string', maxLength: 10, enum: ['a'] } }), '$.text'],
    ['a narrower limit', having({ text: { type: 'string', maxLength: 9 } }), '$.text'],
    ['a new limit', having({ amount: { type: ['number', 'null'], minimum: 0, maximum: 5 } }), '$.amount'],
    ['a new pattern', having({ text: { type: 'string', maxLength: 10, pattern: '^a' } }), '$.text'],
    ['a kind less', having({ user: { anyOf: [{ type: 'string' }] } }), '$.user'],
    [
      'a change inside a list',
      having({ checks: { type: 'array', items: { type: 'object', properties: {}, required: [] } } }),
      '$.checks.items.id',
    ],
  ])('refuses %s, with its place', (_what, after, place) => {
    const changes = breakingChanges(before, after);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.some((change) => change.startsWith(`${place}:`))).toBe(true);
  });
});
