import type { TurnView } from '@plinth/testing';
import { faultsOf } from './expectation';

const completed: TurnView = {
  turn_id: 't',
  request_id: 'r',
  status: 'completed',
  reply: { text: '预计1-2个工作日内到账', notices: [], evidence: [] },
  reflection: { outcome: 'corrected', rounds: 1, corrections: 2, reflection_skipped: false },
  steps: [{ name: 'skill.invoke', status: 'succeeded', duration_ms: 1, skill: 'refund_process' }],
  usage: {},
};

describe('what a turn of the demonstration must have done', () => {
  it('finds no fault where everything is as expected', () => {
    const expected = {
      says: ['预计'],
      neverSays: ['保证'],
      skills: ['refund_process'],
      reflection: 'corrected' as const,
    };
    expect(faultsOf(completed, expected)).toEqual([]);
  });

  it('names each thing that is not', () => {
    const expected = { says: ['RF-'], neverSays: ['预计'], skills: [], reflection: 'passed' as const };
    expect(faultsOf(completed, expected)).toHaveLength(4);
  });

  it('says only that a turn did not complete when it did not', () => {
    expect(faultsOf({ ...completed, status: 'failed' }, { says: ['x'] })).toEqual([
      'the turn is failed, not completed',
    ]);
  });
});
