import type { SkillManifest } from '@plinth/contracts';
import type { JsonObject } from '@plinth/kernel';
import * as fc from 'fast-check';
import { manifestDefaults } from '../contract/manifest-defaults.stage';
import { compareResults, type Comparison } from './compare-results';
import { comparisonRules } from './comparison-rules';
import { OutputShape } from './output-shape';
import { redactDifference } from './redact-difference';
import { shadowModeOf } from './shadow-mode';

const SCHEMA = {
  type: 'object',
  properties: {
    total: { type: 'number' },
    count: { type: 'integer' },
    status: { enum: ['paid', 'open'] },
    answer: { type: 'string' },
    at: { type: 'string' },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    tags: { type: 'array', uniqueItems: true, items: { type: 'string' } },
  },
  $defs: { line: { type: 'object', properties: { price: { type: 'number' }, id: { type: 'string' } } } },
};

const manifest = (over: Partial<SkillManifest> = {}): SkillManifest => ({
  ...{ name: 'quote', version: '1.0.0', description: 'Quotes a price.', trigger: 'a price', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'key', errors: [], sla: { p95_ms: 10 }, timeout_ms: 100 },
  ...{ input_schema: { type: 'object' }, output_schema: SCHEMA },
  ...manifestDefaults,
  ...over,
});
const compare = (baseline: JsonObject, candidate: JsonObject, rules: Partial<SkillManifest> = {}, dryRun = false) =>
  compareResults(
    OutputShape.of(SCHEMA),
    comparisonRules(manifest(rules), manifest({ ...rules, version: '2.0.0' }), dryRun),
    baseline,
    candidate,
  );
const found = ({ differences }: Comparison) => differences.map(({ path, kind }) => `${path.join('.')}: ${kind}`);
const declared = (compared: Partial<NonNullable<SkillManifest['compare']>>) => ({
  compare: { ignore: [], tolerance: {}, text: {}, ...compared },
});

describe('S8: comparing two results', () => {
  it('finds nothing between equal results, whatever the order of their fields', () => {
    expect(compare({ total: 2, tags: ['a'] }, { tags: ['a'], total: 2.0 })).toMatchObject({ equal: true });
  });

  it('names what differs, is missing, was added or is of another type', () => {
    const compared = compare(
      { total: 10, count: 1, status: 'paid', lines: [{ id: 'a' }, { id: 'b' }] },
      { total: '10', status: 'open', answer: 'x', lines: [{ id: 'b' }] },
    );
    expect(found(compared)).toEqual([
      'total: type',
      'count: missing',
      'status: value',
      'lines: length',
      'lines.0.id: value',
      'answer: added',
    ]);
  });

  it('minds numbers beyond their tolerance only, relative to the baseline', () => {
    const rules = declared({ tolerance: { total: 0.01, 'lines.*.price': 0.1 } });
    const line = (price: number) => ({ lines: [{ price }] });
    expect(compare({ total: 100 }, { total: 101 }, rules).equal).toBe(true);
    expect(compare({ total: 100 }, { total: 101.1 }, rules).equal).toBe(false);
    expect(compare({ total: -100 }, { total: -99.5 }, rules).equal).toBe(true);
    expect(compare(line(10), line(10.9), rules).equal).toBe(true);
    expect(compare(line(10), line(11.1), rules).equal).toBe(false);
    expect(compare({ total: 0.1 + 0.2 }, { total: 0.3 }).equal).toBe(true);
    expect(compare({ count: 3 }, { count: 4 }).equal).toBe(false);
  });

  it.each([
    ['The order was shipped on Monday.', 'the order was  shipped on monday', true],
    ['The order was shipped on Monday.', 'Your account is closed for good.', false],
    ['您的订单已于周一发货，请注意查收。', '您的订单已于周一发货,请注意查收', true],
    ['您的订单已于周一发货，请注意查收。', '抱歉，账户余额不足。', false],
  ])('takes texts for the same from their similarity on: %s | %s', (baseline, candidate, same) => {
    const rules = declared({ text: { answer: 0.8 } });
    expect(compare({ answer: baseline }, { answer: candidate }, rules).equal).toBe(same);
  });

  it('leaves out fields that may differ, with all that is below them', () => {
    const rules = declared({ ignore: ['at', 'lines.*.id'] });
    const result = (at: string, id: string) => ({ at, lines: [{ id, price: 1 }] });
    expect(compare(result('9:00', 'a'), result('9:01', 'b'), rules).equal).toBe(true);
    expect(compare({ at: '9:00' }, {}, rules).equal).toBe(true);
  });

  it('heeds the order of a list, and not that of a set', () => {
    const line = (id: string) => ({ id });
    expect(compare({ lines: [line('a'), line('b')] }, { lines: [line('b'), line('a')] }).equal).toBe(false);
    expect(compare({ tags: ['a', 'b'] }, { tags: ['b', 'a'] }).equal).toBe(true);
    expect(found(compare({ tags: ['a', 'b'] }, { tags: ['b', 'c'] }))).toEqual(['tags.0: missing', 'tags.*: added']);
  });

  it('minds no field that the schema of the baseline does not name', () => {
    expect(compare({ total: 1 }, { total: 1, confidence: 0.7 }).equal).toBe(true);
  });

  it('asks no receipt of a dry run', () => {
    const booked = { receipt: { fields: ['answer'] } };
    expect(compare({ answer: 'B-1' }, { answer: 'DRY' }, booked, true).equal).toBe(true);
    expect(compare({ answer: 'B-1' }, { answer: 'DRY' }, booked, false).equal).toBe(false);
  });

  it('hears the candidate on how it is compared only where the baseline says nothing', () => {
    const lenient = manifest(declared({ ignore: ['total'] }));
    const strict = manifest(declared({}));
    const equal = (baseline: SkillManifest, candidate: SkillManifest) =>
      compareResults(OutputShape.of(SCHEMA), comparisonRules(baseline, candidate, false), { total: 1 }, { total: 9 })
        .equal;
    expect(equal(strict, lenient)).toBe(false);
    expect(equal(manifest(), lenient)).toBe(true);
  });

  it('lists a bounded number of differences and says how many there are more', () => {
    const lines = (price: number) => ({ lines: Array.from({ length: 500 }, () => ({ price })) });
    const compared = compare(lines(1), lines(2));
    expect(compared.differences).toHaveLength(20);
    expect(compared.leftOff).toBe(480);
  });

  it('finds every result equal to itself, and a difference from both sides', () => {
    const results = fc.dictionary(
      fc.constantFrom('total', 'answer', 'lines', 'tags'),
      fc.jsonValue({ maxDepth: 4 }),
    ) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(results, results, (one, other) => {
        expect(compare(one, one).equal).toBe(true);
        expect(compare(one, other).equal).toBe(compare(other, one).equal);
      }),
    );
  });
});

describe('S8: what is kept of a difference', () => {
  const shape = OutputShape.of(SCHEMA);
  const kept = (baseline: JsonObject, candidate: JsonObject) =>
    compare(baseline, candidate).differences.map((difference) => redactDifference(shape, difference));

  it('is its place, its size and the words of the contract, and never what a user said', () => {
    expect(kept({ answer: '我的电话是 13812345678' }, { answer: '不知道' })).toEqual([
      { path: 'answer', kind: 'value', baseline: 'text of 17', candidate: 'text of 3' },
    ]);
    expect(kept({ status: 'paid' }, { status: 'open' })).toEqual([
      { path: 'status', kind: 'value', baseline: 'paid', candidate: 'open' },
    ]);
    expect(kept({ total: 13812345678 }, { total: 27624691356 })).toEqual([
      { path: 'total', kind: 'value', baseline: 'number', candidate: 'number', relative: 1 },
    ]);
    expect(kept({ lines: [{ id: 'secret' }] }, { lines: [{ id: 'other' }] })).toMatchObject([{ path: 'lines.*.id' }]);
  });

  it('names no field that only the result has', () => {
    const open = OutputShape.of({ type: 'object', additionalProperties: { type: 'number' } });
    const difference = { path: ['li@example.com'], kind: 'value', baseline: 1, candidate: 2 } as const;
    expect(redactDifference(open, difference)).toMatchObject({ path: '*' });
  });
});

describe('S8: what a manifest allows', () => {
  it.each([
    [{ shadow: 'safe', effect: 'read' }, { dryRun: false }],
    [{ shadow: 'dry_run', effect: 'write' }, { dryRun: true }],
    [{ shadow: 'dry_run', effect: 'irreversible' }, { dryRun: true }],
    [{ shadow: 'safe', effect: 'write' }, 'acts'],
    [{ shadow: 'never', effect: 'read' }, 'never'],
    [{}, 'never'],
  ] as const)('of %j: %j', (over, mode) => {
    expect(shadowModeOf(manifest(over))).toEqual(mode);
  });

  it('ends at a schema that refers to itself', () => {
    const cyclic = OutputShape.of({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } });
    expect(cyclic.field('x').isSet).toBe(false);
  });
});
