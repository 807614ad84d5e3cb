import { median, robustScale } from './robust-statistics';

/** Neighbouring phases that are read together, on either side, so that few days suffice. */
const NEIGHBOURS = 2;
/** A phase that is off by more than this on most days, in standard deviations, is a corner of the season: something starts at that hour. */
const CORNER = 3;

/**
 * How far each of the last `period` values is from what its phase of the day was before, in standard deviations. The season is the median of
 * the same phases over the days before, as in a robust decomposition (Cleveland et al. 1990), without a trend: what creeps over
 * the last day is what is looked for. Undefined for fewer than three periods: two days of reference at least.
 */
export function seasonalResiduals(values: readonly number[], period: number): number[] | undefined {
  if (values.length < 3 * period) return undefined;
  const known = values.length - period;
  const season = seasonOf(values.slice(0, known), period);
  const residuals = values.map((value, index) => value - (season[phaseOf(index, known, period)] ?? NaN));
  const reference = residuals.slice(0, known);
  const middle = median(reference);
  // Of a sensor that never moved any move is one; a billionth of its value keeps the division defined.
  const scale = Math.max(robustScale(reference), Math.abs(median(values)) * 1e-9, 1e-12);
  return residuals.slice(known).map((residual) => (residual - middle) / scale);
}

/** Phases count back from the end of what is known, so that a first day that is cut short does no harm. */
const phaseOf = (index: number, known: number, period: number): number => (index - known + known * period) % period;

function seasonOf(known: readonly number[], period: number): number[] {
  const days = byPhase(known, period);
  const smooth = days.map((_, phase) =>
    median(
      Array.from(
        { length: 2 * NEIGHBOURS + 1 },
        (_unused, shift) => days[(phase + shift - NEIGHBOURS + period) % period] ?? [],
      ).flat(),
    ),
  );
  const left = known.map((value, index) => value - (smooth[phaseOf(index, known.length, period)] ?? NaN));
  const corner = CORNER * robustScale(left);
  const offsets = byPhase(left, period).map(median);
  return smooth.map((value, phase) => {
    const offset = offsets[phase] ?? 0;
    return Math.abs(offset) > corner ? value + offset : value;
  });
}

function byPhase(values: readonly number[], period: number): number[][] {
  const phases = Array.from({ length: period }, (): number[] => []);
  for (const [index, value] of values.entries()) phases[phaseOf(index, values.length, period)]?.push(value);
  return phases;
}
