import { isRefusal } from '@plinth/kernel';
import fc from 'fast-check';
import { countTokens } from '../summary/count-tokens';
import type { Round } from '../summary/round';
import { windowPolicySchema, type WindowPolicy } from './window-policy';
import { workingContext } from './working-context';

const reading = { timeZone: 'Asia/Shanghai' };
const NOW = Date.UTC(2024, 4, 20, 2);
const seen = (rounds: readonly Round[], policy: Partial<WindowPolicy>, state = '') => {
  const context = workingContext({ rounds, state }, reading, windowPolicySchema.parse(policy));
  if (isRefusal(context)) throw new Error(context.error.code);
  return context;
};
const talk = (rounds: number, text: (i: number) => string): Round[] =>
  Array.from({ length: rounds }, (_, i) => ({ id: `r${i}`, said: text(i), saidAtMs: NOW }));
const order = (i: number) => `请把订单A${1000 + i}退款，一共${300 + i}元`;
const mood = (i: number) => `${'院子里的花慢慢地开了我们坐着看了很久'.repeat(4)}${'真的'.repeat(i % 3)}。`;
const sizeOf = (rounds: readonly Round[]) => rounds.reduce((sum, { said }) => sum + countTokens(said), 0);

describe('the window, whatever its tenant decides', () => {
  it('M3: never has more tokens than it may, however long the last rounds are (W1)', () => {
    const policy = fc.record({
      maxTokens: fc.integer({ min: 100, max: 400 }),
      summaryShare: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
      compressTo: fc.double({ min: 0.01, max: 1, noNaN: true }),
      compressAbove: fc.double({ min: 0.1, max: 1, noNaN: true }),
      protectedRounds: fc.integer({ min: 1, max: 5 }),
      tokensPerMessage: fc.integer({ min: 0, max: 50 }),
    });
    const rounds = fc
      .array(fc.tuple(fc.constantFrom(order, mood), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 12 })
      .map((texts) =>
        texts.map(([text, times], i): Round => ({ id: `r${i}`, said: text(i).repeat(times), saidAtMs: NOW })),
      );
    fc.assert(
      fc.property(policy, rounds, (decided, said) => {
        expect(seen(said, decided, 'city: 杭州').tokens).toBeLessThanOrEqual(decided.maxTokens);
      }),
      { numRuns: 40 },
    );
  });

  it.each([0.05, 0.1, 0.2])('M3: compresses to %d of the length where that loses nothing', (compressTo) => {
    const rounds = talk(24, mood);
    const { summary, lost, rounds: kept } = seen(rounds, { verbatimRounds: 4, summarySentences: 50, compressTo });
    expect([lost, kept.length]).toEqual([[], 4]);
    const share = countTokens(summary) / sizeOf(rounds.slice(0, 20));
    expect([share <= compressTo, share > compressTo / 2]).toEqual([true, true]);
  });

  it.each([0.05, 0.1, 0.3])(
    'M3: goes no further than the share of the tokens that is kept free, %d, to lose nothing',
    (summaryShare) => {
      const rounds = [...talk(8, order), ...talk(24, mood)].map((round, i) => ({ ...round, id: `r${i}` }));
      const policy = { maxTokens: 4_000, verbatimRounds: 2, summarySentences: 50, compressTo: 0.01, summaryShare };
      const { summary, lost } = seen(rounds, policy);
      expect(lost).toEqual([]);
      expect(countTokens(summary)).toBeLessThanOrEqual(4_000 * summaryShare);
    },
  );

  it.each([0.05, 0.2, 0.4])(
    'M3: keeps the share of the tokens %d free of rounds, and no more than that',
    (summaryShare) => {
      const policy = { maxTokens: 1_000, compressAbove: 0.6, verbatimRounds: 100, protectedRounds: 1, summaryShare };
      const rounds = talk(80, order);
      const context = seen(rounds, policy);
      const each = countTokens(order(79)) + 4;
      const shown = context.rounds.reduce((sum, { said = '' }) => sum + countTokens(said) + 4, 0);
      expect(shown).toBeLessThanOrEqual(600 - 1_000 * summaryShare);
      expect(shown).toBeGreaterThan(600 - 1_000 * summaryShare - 2 * each);
    },
  );
});
