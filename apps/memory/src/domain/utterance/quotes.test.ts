import fc from 'fast-check';
import { maskQuotes, QUOTED } from './quotes';

describe('maskQuotes', () => {
  it('M25: masks from a tag to the first that closes, as one expression over the text would', () => {
    const pieces = fc.constantFrom('<a>', '</a>', '<note>', '</b>', 'x', '\n', '<', '>', '/a', 'y'.repeat(3_998));
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const text = parts.join('').replace(/^[ \t]*>.*$/gm, (line) => 'z'.repeat(line.length));
        const expected = text.replace(/<[a-z_]+>[\s\S]{0,4000}?<\/[a-z_]+>/gi, (tagged) =>
          QUOTED.repeat(tagged.length),
        );
        expect(maskQuotes(text)).toBe(expected);
      }),
    );
  });

  it('M25: takes time that grows with the text alone, however many tags never close', () => {
    const fastest = (unit: string): number => {
      const text = unit.repeat(10_000);
      const runs = Array.from({ length: 7 }, () => {
        const began = performance.now();
        maskQuotes(text);
        return performance.now() - began;
      });
      return Math.max(0.02, Math.min(...runs));
    };
    // Beside a text of the same length that holds none.
    expect(fastest('<a>') / fastest('[a]')).toBeLessThan(100);
  });
});
