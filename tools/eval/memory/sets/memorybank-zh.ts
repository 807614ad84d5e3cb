import type { EvalSet } from '../eval-set';
import { memorybank } from '../memorybank';

export const memorybankZh: EvalSet = {
  name: 'memorybank-zh',
  baselines: {
    all: 'BM25 50 / 79 / 85 / 90 at 1 / 3 / 5 / 10 over both halves; this half 92.6 at 5',
    d5: '60 % of the other half; whole days 0',
  },
  aims: { all1: 0.6, all5: 0.96, d5: 0.95, wholeDay5: 0.95 },
  run: (context) => memorybank(context, 'memorybank-zh'),
};
