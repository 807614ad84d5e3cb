/** To thousandths. */
export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
