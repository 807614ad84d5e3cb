const CENTRE = {
  over: [
    ...[-3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2],
    ...[1.38357751867269e2, -3.066479806614716e1, 2.506628277459239],
  ],
  under: [
    ...[-5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2],
    ...[6.680131188771972e1, -1.328068155288572e1, 1],
  ],
};
const TAIL = {
  over: [
    ...[-7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838],
    ...[-2.549732539343734, 4.374664141464968, 2.938163982698783],
  ],
  under: [...[7.784695709041462e-3, 3.224671290700398e-1], ...[2.445134137142996, 3.754408661907416, 1]],
};
const TAIL_FROM = 0.02425;

/** Quantile of the normal distribution, by Acklam's rational approximation (2003); relative error below 1.2e-9. */
export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  if (probability < TAIL_FROM) {
    const q = Math.sqrt(-2 * Math.log(probability));
    return polynomial(TAIL.over, q) / polynomial(TAIL.under, q);
  }
  const q = probability - 0.5;
  return (q * polynomial(CENTRE.over, q * q)) / polynomial(CENTRE.under, q * q);
}

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((value, coefficient) => value * x + coefficient, 0);
