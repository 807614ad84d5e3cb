import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { growsLinearly } from '@plinth/testing';
import { countTokens } from './count-tokens';

const exact = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

describe('countTokens', () => {
  it.each([
    ['', 0],
    ['hello world', 2],
    ['<|endoftext|>', 7],
  ])('M6: counts %j as o200k_base does', (text, tokens) => expect(countTokens(text)).toBe(tokens));

  it('M6: is exact for Chinese and English of ordinary length', () => {
    for (const text of [
      '请把报表转成PDF，下周三之前发给王姐。',
      'Please cancel order ORD-1001 and email me at a@b.co!\n\nThanks.',
    ])
      expect(countTokens(text)).toBe(exact(text));
  });

  it('never counts too low, whatever runs a text is made of', () => {
    const run = fc
      .tuple(
        fc.constantFrom('a', '你好', ' ', '\n', '!', '/', '😀', '7', 'é', "'s", '<|'),
        fc.integer({ min: 1, max: 200 }),
      )
      .map(([unit, times]) => unit.repeat(times));
    fc.assert(
      fc.property(fc.array(run, { maxLength: 5 }), (runs) => {
        const text = runs.join('');
        expect(countTokens(text)).toBeGreaterThanOrEqual(exact(text));
      }),
      { numRuns: 60 },
    );
  });

  it('stays quick on 32 kB of hostile text', () => {
    for (const unit of ['A', '你', ' ', '😀', 'xq7Z', `${'你'.repeat(128)}。`]) {
      growsLinearly(unit, (n) => countTokens(unit.repeat(n / unit.length)), 8_192);
    }
  });
});
