import { aimLines, compareWithAims } from './aims';
import type { PassReport } from './measure-pass';

const spread = { count: 1, p50Ms: 10, p95Ms: 10, p99Ms: 10, maxMs: 10 };
const pass = (inFlight: number, rate: number, cpuMs: number, skipRate: number): PassReport => ({
  in_flight: inFlight,
  seconds: 1,
  turns: 1,
  turns_per_second: rate,
  latency: spread,
  cpu_ms_per_turn: cpuMs,
  cpu_ms_per_turn_by_part: {},
  client_cpu_ms_per_turn: 0,
  cores_used_by_others: 0,
  reflection: {},
  reflection_skip_rate: skipRate,
  steps_p50_ms: {},
  failures: {},
});

describe('the figures of a turn beside their aims', () => {
  it('judges messages, ratio, rate, CPU and skipped checks of the cluster', () => {
    const passes = [pass(1, 50, 20, 0), pass(32, 299, 6, 0.009), pass(128, 500, 9, 0.02)];
    const aims = compareWithAims({ profile: 'cluster', messagesPerTurn: 8, ratioWithoutLoad: 1.6, passes });
    expect(aimLines(aims).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
      '✓ messages per turn 8 ≤ 8',
      '✗ turn p50 / (messages × bare p50), without load 1.6 ≤ 1.5',
      '✗ turns/s at 32 in flight 299 ≥ 300',
      '✓ CPU ms a turn at 32 in flight 6 ≤ 6',
      '✓ checks skipped at 32 in flight, % 0.9 ≤ 1',
      '✓ turns/s at 128 in flight 500 ≥ 500',
      '✗ checks skipped at 128 in flight, % 2 ≤ 1',
    ]);
  });

  it('has no aim of rate and ratio for the embedded profile', () => {
    const passes = [pass(1, 50, 20, 0), pass(32, 20, 60, 0)];
    const aims = compareWithAims({ profile: 'embedded', messagesPerTurn: 8, ratioWithoutLoad: undefined, passes });
    expect(aims.map(({ what }) => what)).toEqual(['messages per turn', 'checks skipped at 32 in flight, %']);
  });
});
