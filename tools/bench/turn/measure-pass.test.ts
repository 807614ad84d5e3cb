import type { TurnView } from '@plinth/testing';
import { failureOf, type LoopResult } from './closed-loop';
import { passReport } from './measure-pass';

const turn = (outcome: string, over: Partial<TurnView> = {}): TurnView => ({
  turn_id: 't',
  request_id: 'r',
  status: 'completed',
  reply: { text: 'hello', notices: [], evidence: [] },
  reflection: { outcome, rounds: 1, corrections: 0, reflection_skipped: outcome === 'skipped' },
  steps: [{ name: 'skill.invoke', status: 'succeeded', duration_ms: 4, skill: 'echo_instant' }],
  usage: {},
  ...over,
});
const loop = { inFlight: 2, forMs: 1, turnsPerSession: 10 };
const result: LoopResult = {
  seconds: 2,
  latenciesMs: [10, 20, 30, 40],
  completed: [turn('passed'), turn('passed'), turn('passed'), turn('skipped')],
  failures: { '429 overloaded': 3 },
};

describe('the figures of a timed pass', () => {
  it('count completed turns only, and the CPU of every part but the client', () => {
    const cpu = { byPart: { memory: 8, kafka: 4 }, clientMs: 2, othersMs: 1_000 };
    expect(passReport(loop, result, cpu)).toMatchObject({
      turns: 4,
      turns_per_second: 2,
      latency: { p50Ms: 20, p99Ms: 40 },
      cpu_ms_per_turn: 3,
      cpu_ms_per_turn_by_part: { memory: 2, kafka: 1 },
      client_cpu_ms_per_turn: 0.5,
      cores_used_by_others: 0.5,
      reflection_skip_rate: 0.25,
      steps_p50_ms: { 'skill.invoke': 4 },
      failures: { '429 overloaded': 3 },
    });
  });

  it('are none where no turn completed', () => {
    const cpu = { byPart: {}, clientMs: 0, othersMs: 0 };
    expect(() => passReport(loop, { ...result, completed: [] }, cpu)).toThrow('429 overloaded');
  });
});

describe('an answer to a turn of the benchmark', () => {
  it('fails when it is refused, still running, not completed, or came without the skill', () => {
    const error = { code: 'overloaded', message: '', retryable: true, request_id: 'r' };
    expect(failureOf({ status: 429, body: turn('passed', { error }) })).toBe('429 overloaded');
    expect(failureOf({ status: 202, body: turn('passed', { status: 'running' }) })).toBe('202 running');
    expect(failureOf({ status: 200, body: turn('passed', { status: 'failed' }) })).toBe('failed');
    expect(failureOf({ status: 200, body: turn('passed', { steps: [] }) })).toBe('completed without its skill');
    expect(failureOf({ status: 200, body: turn('passed') })).toBeUndefined();
  });
});
