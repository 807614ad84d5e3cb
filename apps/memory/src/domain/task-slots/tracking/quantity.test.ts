import fc from 'fast-check';
import { covers, type Quantity, widen } from './quantity';

const yuan = (value: number) => ({ value, unit: '元', scale: 1 });
const range = (low: number, high: number): Quantity => ({ dimension: 'money', low: yuan(low), high: yuan(high) });
const price = (value: number): Quantity => range(value, value);
const score = (value: number): Quantity => {
  const limit = { value, unit: '分', scale: 1 };
  return { dimension: 'score', low: limit, high: limit };
};

describe('M4: a wish that gives way to an offer', () => {
  it('reaches the round sum above or below, and no further', () => {
    expect(widen(range(100, 200), price(267))).toEqual(range(100, 300));
    expect(widen(range(50, 100), price(35))).toEqual(range(30, 100));
  });

  it('loses its lower bound when the user takes something for a fraction of it', () => {
    expect(widen(range(500, 1_000), price(99))).toEqual({ dimension: 'money', high: yuan(1_000) });
  });

  it('turns a wished-for score into the least that the user takes', () => {
    expect(widen(score(5), score(4.7))).toEqual({ dimension: 'score', low: { value: 4.7, unit: '分', scale: 1 } });
  });

  it('allows as much as was accepted when it was to cost nothing', () => {
    expect(widen(price(0), price(15))).toEqual({ dimension: 'money', high: yuan(20) });
  });

  it('compares times in their own units', () => {
    const hours = { value: 2, unit: '小时', scale: 60 };
    const day = { value: 1, unit: '天', scale: 1_440 };
    expect(covers({ dimension: 'time', low: hours, high: hours }, { dimension: 'time', low: day, high: day })).toBe(
      false,
    );
  });

  const sum = fc.integer({ min: 0, max: 100_000 });
  const wish = fc.oneof(
    fc.tuple(sum, sum).map(([a, b]) => range(Math.min(a, b), Math.max(a, b))),
    sum.map((low): Quantity => ({ dimension: 'money', low: yuan(low) })),
    sum.map((high): Quantity => ({ dimension: 'money', high: yuan(high) })),
  );

  it('always covers the offer afterwards, and stays as it was when it did before', () => {
    fc.assert(
      fc.property(wish, sum, (wanted, value) => {
        const widened = widen(wanted, price(value));
        expect(covers(widened, price(value))).toBe(true);
        if (covers(wanted, price(value))) expect(widened).toBe(wanted);
      }),
    );
  });
});
