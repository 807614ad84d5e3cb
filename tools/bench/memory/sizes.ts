export interface Sizes {
  readonly users: number;
  readonly items: number;
  /** Users at which recall is measured, so that growth shows; the last is all of them. */
  readonly steps: readonly number[];
  /** A closed loop, in ms. */
  readonly passMs: number;
  readonly openLoops: readonly { readonly sessions: number; readonly pauseMs: number; readonly forMs: number }[];
}

interface Wishes {
  readonly quick: boolean;
  readonly users?: string | undefined;
  readonly items?: string | undefined;
}

/** The full run takes about ten minutes on two quiet cores, the quick one about one. */
export function sizesOf({ quick, users: someUsers, items: someItems }: Wishes): Sizes {
  const users = whole('--users', someUsers ?? (quick ? '200' : '2000'));
  const items = whole('--items', someItems ?? (quick ? '100' : '500'));
  const steps = [...new Set([Math.ceil(users / 100), Math.ceil(users / 10), users])];
  const open = (sessions: number, pauseMs: number) => ({ sessions, pauseMs, forMs: quick ? 4_000 : 30_000 });
  return {
    users,
    items,
    steps,
    passMs: quick ? 1_500 : 8_000,
    openLoops: quick
      ? [open(50, 2_000), open(100, 4_000)]
      : [open(500, 10_000), open(500, 20_000), open(5_000, 10_000), open(5_000, 20_000)],
  };
}

function whole(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 100_000)
    throw new Error(`${option} is a number from 1 to 100000, not ${text}`);
  return value;
}
