import { roundedMs } from './rounded-ms';

it.each([
  [1.3492019999976037, 1.35],
  [0.1 + 0.2, 0.3],
  [0, 0],
  [12, 12],
  [0.004, 0],
])('shows %p ms with two decimals at most', (ms, shown) => {
  expect(roundedMs(ms)).toBe(shown);
});
