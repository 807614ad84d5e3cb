import fc from 'fast-check';
import type { Json, JsonObject } from '@plinth/kernel';
import { contractWith } from './manifest-of.stage';
import { readArguments } from './read-arguments';

const input_schema = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    nights: { type: 'integer', minimum: 1 },
    price: { type: ['number', 'null'] },
    board: { enum: ['half_board', 'full board', 'None'] },
    stars: { enum: [3, 4, 5] },
    quiet: { type: 'boolean' },
    codes: { type: 'array', items: { type: 'integer' } },
    names: { type: 'array', items: { type: 'string' } },
    guest: { type: 'object', properties: { userName: { type: 'string' } }, required: ['userName'] },
  },
  required: ['city'],
};
const reading = contractWith({ input_schema });
const acting = contractWith({ input_schema, effect: 'write', idempotency: 'key', receipt: { fields: ['id'] } });

const read = (over: JsonObject, contract = reading) => readArguments(contract, { city: 'Rome', ...over });

describe('arguments with a slip', () => {
  it.each([
    ['a number in a text', { nights: '2' }, { nights: 2 }, 'nights', 'number_in_text'],
    ['a fraction in a text', { price: ' 12.50 ' }, { price: 12.5 }, 'price', 'number_in_text'],
    ['a truth in a text', { quiet: 'True' }, { quiet: true }, 'quiet', 'boolean_in_text'],
    ['a truth in Chinese', { quiet: '否' }, { quiet: false }, 'quiet', 'boolean_in_text'],
    ['a word in another case', { board: 'HALF_BOARD' }, { board: 'half_board' }, 'board', 'enum_case'],
    ['a word joined otherwise', { board: 'full-board' }, { board: 'full board' }, 'board', 'enum_case'],
    ['a number of a list in a text', { stars: '4' }, { stars: 4 }, 'stars', 'number_in_text'],
    ['a list in a text', { codes: '[1, 2]' }, { codes: [1, 2] }, 'codes', 'json_in_text'],
    ['an object in a text', { guest: '{"userName":"Li"}' }, { guest: { userName: 'Li' } }, 'guest', 'json_in_text'],
    ['an element for a list', { names: 'Li' }, { names: ['Li'] }, 'names', 'element_for_list'],
  ])('S3: %s is mended for a skill that reads, and told', (_name, given, mended, field, kind) => {
    expect(read(given)).toEqual({ kind: 'ok', args: { city: 'Rome', ...mended }, repairs: [{ field, kind }] });
  });

  it('S3: are mended one after the other, inside of what was mended too', () => {
    expect(read({ codes: '7', nights: '1', quiet: 'no' })).toMatchObject({
      kind: 'ok',
      args: { codes: [7], nights: 1, quiet: false },
    });
    expect(read({ codes: '["1", 2]' })).toMatchObject({ kind: 'ok', args: { codes: [1, 2] } });
  });

  it('S3: are only proposed for a skill that acts, with every error', () => {
    expect(read({ nights: '2', board: 'NONE' }, acting)).toEqual({
      kind: 'refused',
      errors: [
        expect.objectContaining({ field: 'nights', rule: 'type', expected: 'must be of type integer' }),
        expect.objectContaining({ field: 'board', rule: 'enum' }),
      ],
      proposal: {
        args: { city: 'Rome', nights: 2, board: 'None' },
        repairs: [
          { field: 'nights', kind: 'number_in_text' },
          { field: 'board', kind: 'enum_case' },
        ],
      },
    });
  });

  it.each([
    ['left out', { note: 'x' }, {}, 'unknown_property_left_out', undefined],
    ['under its name', { Nights: 2 }, { nights: 2 }, 'property_renamed', 'nights'],
    ['under the name with a slip', { nihgts: 2 }, { nights: 2 }, 'property_renamed', 'nights'],
    [
      'under its name inside',
      { guest: { user_name: 'Li' } },
      { guest: { userName: 'Li' } },
      'property_renamed',
      'userName',
    ],
  ])(
    'S3: an unknown property is refused whatever the skill does, and proposed %s',
    (_name, given, proposed, kind, nearest) => {
      const answer = read(given);
      expect(answer).toMatchObject({
        kind: 'refused',
        proposal: { args: { city: 'Rome', ...proposed }, repairs: [{ kind }] },
      });
      const unknown =
        answer.kind === 'refused' ? answer.errors.find(({ rule }) => rule === 'unknown_property') : undefined;
      expect(unknown?.params?.nearest).toBe(nearest);
    },
  );

  it('S3: a name is not taken from a property that is there already', () => {
    expect(read({ nights: 2, Nights: 3 })).toMatchObject({ proposal: { args: { nights: 2 } } });
  });
});

describe('arguments that could mean several things', () => {
  it.each([
    ['a missing one', { city: undefined as unknown as Json }],
    ['words for a number', { nights: 'about 2' }],
    ['leading zeros', { nights: '007' }],
    ['more digits than a number holds', { price: '12345678901234567890' }],
    ['a fraction for a whole number', { nights: '1.5' }],
    ['a number out of its range', { nights: '0' }],
    ['an invented word', { board: 'all inclusive' }],
    ['an object for a text', { city: { value: 'Rome' } }],
    ['a number for a truth', { quiet: 1 }],
    ['several in one text', { codes: '1,2' }],
    ['a broken list in a text', { names: '["Li"' }],
    ['nothing for a list', { names: null }],
  ])('S3: %s is refused without a proposal', (_name, given) => {
    const { city, ...rest } = { city: 'Rome', ...given };
    const answer = readArguments(reading, city === undefined ? rest : { city, ...rest });
    expect(answer.kind).toBe('refused');
    expect(answer).not.toHaveProperty('proposal');
  });

  it('S3: one thing that cannot be mended keeps the rest from being proposed', () => {
    const answer = read({ nights: '2', board: 'zz' });
    expect(answer.kind).toBe('refused');
    expect(answer).not.toHaveProperty('proposal');
  });

  it('a word that folds like two allowed ones is neither', () => {
    const contract = contractWith({ input_schema: { properties: { a: { enum: ['ON', 'on'] } } } });
    const answer = readArguments(contract, { a: 'On' });
    expect(answer.kind).toBe('refused');
    expect(answer).not.toHaveProperty('proposal');
  });
});

describe('every reading', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constantFrom('1', 'true', '[1]', 'NONE', null));
  const anyArgs = fc.dictionary(
    fc.constantFrom(...Object.keys(input_schema.properties), 'Nights', 'x', '__proto__'),
    fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('userName', 'user_name'), scalar),
    ),
  ) as fc.Arbitrary<JsonObject>;

  it('S3: gives what fits, and refuses with an error otherwise', () => {
    fc.assert(
      fc.property(anyArgs, (args) => {
        const answer = readArguments(reading, args);
        const given = answer.kind === 'ok' ? answer.args : answer.proposal?.args;
        if (given) expect(reading.argumentErrors(given)).toEqual([]);
        if (answer.kind === 'refused') expect(answer.errors.length).toBeGreaterThan(0);
        else if (answer.repairs.length === 0) expect(answer.args).toBe(args);
      }),
      { numRuns: 500 },
    );
  });

  it('S3: makes nothing up: every word of it was in the arguments', () => {
    fc.assert(
      fc.property(anyArgs, (args) => {
        const answer = readArguments(acting, args);
        if (answer.kind !== 'refused' || !answer.proposal) return;
        const said = JSON.stringify(args).toLowerCase();
        for (const part of leavesOf(answer.proposal.args)) expect(said).toContain(String(part).toLowerCase());
      }),
      { numRuns: 500 },
    );
  });
});

function leavesOf(value: Json): readonly (string | number)[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap((part: Json) => leavesOf(part));
  return typeof value === 'string' ? [JSON.stringify(value).slice(1, -1)] : typeof value === 'number' ? [value] : [];
}
