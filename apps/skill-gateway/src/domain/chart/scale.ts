/** A line from zero on, with round marks. */
export interface Scale {
  readonly top: number;
  readonly marks: readonly number[];
  /** Where a value lies, 0 … 1; what is beyond the end lies at it. */
  at(value: number): number;
}

const STEPS = [1, 2, 2.5, 5, 10];
const WANTED_MARKS = 5;

/** From zero to a round number that holds all values, or to 1 when all are zero. */
export function scaleFor(values: readonly number[]): Scale {
  const largest = Math.max(0, ...values.filter(Number.isFinite));
  const rough = (largest > 0 ? largest : 1) / WANTED_MARKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((factor) => power * factor >= rough * (1 - 1e-9)) ?? 10);
  const count = Math.max(1, Math.ceil((largest > 0 ? largest : 1) / step - 1e-9));
  const top = step * count;
  return {
    top,
    marks: Array.from({ length: count + 1 }, (_, at) => step * at),
    at: (value) => Math.min(1, Math.max(0, value / top)),
  };
}
