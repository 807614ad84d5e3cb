import { growsLinearly } from './grows-linearly';

describe('growsLinearly', () => {
  let sink = 0;
  const work = (steps: number) => {
    for (let i = 0; i < steps; i++) sink = (sink * 31 + i) % 65_521;
  };

  it('passes what takes time in proportion, and what takes none', () => {
    growsLinearly('linear', (n) => work(n * 50), 1_000);
    growsLinearly('nothing', () => undefined, 1_000);
  });

  it('refuses what grows with the square, and says of what', () =>
    expect(() => growsLinearly('square', (n) => work(n * n), 1_000)).toThrow(/^square: four times the size took 1\d/));
});
