import { timeSet } from '../time-set';

export const zhTime = timeSet(
  'zh-time',
  { day: 'chrono-node 43/61', minute: 'chrono-node 27/40', range: 'chrono-node 0/44', span: 'chrono-node 2/17' },
  { day: 0.95, minute: 0.92, range: 0.8, span: 0.75 },
);
