import { aimLines, compareWithAims, type Figures } from './aims';

const spread = { count: 1, p50Ms: 1, p95Ms: 1, p99Ms: 1, maxMs: 1 };
const overhead = (p50_overhead_ms: number) => ({ bare: spread, through_gateway: spread, p50_overhead_ms });
const rate = (per_core_second: number) => ({ per_second: 1, per_core_second, latency: spread, failures: {} });
const figures = (over: Partial<Figures> = {}): Figures => ({
  ...{ read: overhead(0.9), read_rate: rate(2_100), resident_read: overhead(1), resident_rate: rate(2_000) },
  ...over,
});
const missed = (of: Figures) => compareWithAims(of).flatMap(({ what, met }) => (met ? [] : [what.split(',')[0]]));

describe('the aims of calls', () => {
  it('are met by figures at their bounds', () => {
    expect(missed(figures())).toEqual([]);
    expect(aimLines(compareWithAims(figures()))[0]).toBe('met    overhead of a read, P50, ms: 0.9 (<= 1)');
  });

  it('are missed each by its own figure, and by what is no number', () => {
    expect(missed(figures({ read: overhead(1.1) }))).toEqual(['overhead of a read']);
    expect(missed(figures({ resident_rate: rate(1_700) }))).toEqual([
      'share of the rate that stays with many skills resident',
    ]);
    expect(missed(figures({ read_rate: rate(NaN) }))).toHaveLength(2);
  });
});
