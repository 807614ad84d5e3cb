import type { EvalSet } from '../eval-set';
import { memorybank } from '../memorybank';

export const memorybankEn: EvalSet = {
  name: 'memorybank-en',
  baselines: {
    all: 'BM25 47.9 / 69.8 / 78.1 / 88.5 at 1 / 3 / 5 / 10 over both halves; this half 84.9 at 5',
    d5: '53 % of the other half; whole days 0',
  },
  aims: { all1: 0.6, all5: 0.9, d5: 0.95, wholeDay5: 0.95 },
  run: (context) => memorybank(context, 'memorybank-en'),
};
