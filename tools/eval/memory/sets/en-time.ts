import { timeSet } from '../time-set';

export const enTime = timeSet(
  'en-time',
  { day: 'chrono-node 34/57', minute: 'chrono-node 15/29', range: 'chrono-node 0/40' },
  { day: 0.88, minute: 0.88 },
);
