import fc from 'fast-check';
import type { JsonObject } from '@plinth/kernel';
import { isLong, LONG_CHARACTERS, MAX_SUMMARY_CHARACTERS, summariseResult } from './summarise-result';
import { valuesAt } from './values-at';

const orders = Array.from({ length: 300 }, (_, n) => ({ id: `A-${n}`, city: '北京', total: n * 10 }));
const result = { log: 'x'.repeat(9_000), orders, total: 300, status: 'open', refund_id: 'RF-1' };
const manifest = {
  key_fields: ['status', 'orders.*.id', 'missing', 'orders.0.total'],
  receipt: { fields: ['refund_id'] },
};

describe('the summary of a result', () => {
  it('S12: begins with what proves it and the declared key fields, in their order, and ends within its bound', () => {
    const lines = summariseResult(manifest, result, 'en').split('\n');
    expect(lines.slice(0, 5)).toEqual([
      '(shortened)',
      'refund_id: "RF-1"',
      'status: "open"',
      'orders.*.id: ["A-0", "A-1", "A-2", "A-3", "A-4", "A-5", "A-6", "A-7", "A-8", "A-9"]',
      'orders.0.total: 0',
    ]);
    expect(lines.join('\n').length).toBeLessThanOrEqual(MAX_SUMMARY_CHARACTERS);
  });

  it('S12: tells the other fields while there is room, and how much more there is, in the language of the user', () => {
    const summary = summariseResult({ key_fields: [] }, result, 'zh');
    expect(summary).toMatch(/^（已缩短）\n\{"log": "x+…", "orders": \[\{"id": "A-0"/);
    expect(summary).toContain('"total": 300');
    expect(summary).toMatch(/…另有\d+项/);
  });

  it('S12: is made only of what is long, and the look at it ends where that is clear', () => {
    expect(isLong({ text: 'x'.repeat(LONG_CHARACTERS - 200) })).toBe(false);
    expect(isLong({ text: 'x'.repeat(LONG_CHARACTERS) })).toBe(true);
    expect(isLong(Array.from({ length: 3_000 }, () => 1))).toBe(true);
    let looks = 0;
    const many = Array.from(
      { length: 10_000 },
      () => new Proxy({ a: 1 }, { ownKeys: (of) => ((looks += 1), Reflect.ownKeys(of)) }),
    );
    expect(isLong(many)).toBe(true);
    expect(looks).toBeLessThan(1_000);
  });

  it('S12: never exceeds its bound, nor breaks a character, whatever the result', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 600 });
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 30 }),
        fc.dictionary(text, tie('tree'), { maxKeys: 20 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(text, tree, { maxKeys: 20 }), fc.array(text, { maxLength: 20 }), (value, keys) => {
        const given = JSON.parse(JSON.stringify(value)) as JsonObject;
        const summary = summariseResult({ key_fields: keys }, given, 'en');
        expect(summary.length).toBeLessThanOrEqual(MAX_SUMMARY_CHARACTERS);
        expect(summary.isWellFormed()).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('finds values by their path, and none where there is no such place', () => {
    const value = { a: [{ b: 1 }, { b: 2 }, {}], x: { y: null } };
    expect(valuesAt(value, 'a.*.b')).toEqual([1, 2]);
    expect(valuesAt(value, 'a.1.b')).toEqual([2]);
    expect(valuesAt(value, 'x.y')).toEqual([null]);
    for (const path of ['b', 'a.b', 'a.9.b', 'x.y.z', 'x.toString', '__proto__'])
      expect(valuesAt(value, path)).toEqual([]);
  });
});
