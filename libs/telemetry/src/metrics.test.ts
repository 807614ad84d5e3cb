import { metrics } from './metric-names';
import { collectProcessMetrics, counter, gauge, histogram, metricsText, resetMetrics, zero } from './metrics';

beforeEach(resetMetrics);

describe('metrics', () => {
  it('shows what was counted and measured under its labels', async () => {
    counter('skill_calls_total').inc({
      skill: 'order_status',
      version: '1',
      lane: 'baseline',
      stage: 'vip',
      outcome: 'succeeded',
      code: '',
    });
    const labels = { skill: 'order_status', version: '1', lane: 'baseline', stage: '', outcome: 'succeeded' };
    histogram('skill_latency_seconds').observe(labels, 0.02);
    const text = await metricsText();
    expect(text).toContain(
      'skill_calls_total{skill="order_status",version="1",lane="baseline",stage="vip",outcome="succeeded",code=""} 1',
    );
    expect(text).toMatch(/skill_latency_seconds_bucket\{le="0.025",skill="order_status".*\} 1/);
    expect(text).toMatch(/skill_latency_seconds_bucket\{le="0.01",skill="order_status".*\} 0/);
  });

  it('gives the same metric for the same name', () => {
    expect(counter('plinth_turns_total')).toBe(counter('plinth_turns_total'));
    gauge('plinth_turns_in_flight').inc();
    expect(() => gauge('plinth_turns_in_flight')).not.toThrow();
  });

  it('refuses a label that is not in the table', () => {
    expect(() => counter('plinth_turns_total').inc({ user: 'li' } as never)).toThrow(/label/);
  });

  it('shows a zeroed metric before its first event, for every combination of its known labels, and keeps what was counted', async () => {
    counter('plinth_bus_parked_total').inc({ consumer: 'memory', type: 'memory.commit.v1' });
    zero('plinth_bus_parked_total', { consumer: ['memory'], type: ['memory.commit.v1', 'memory.assemble.v1'] });
    zero('plinth_reflection_seconds', { outcome: ['passed'] });
    zero('plinth_turns_in_flight', {});
    zero('skill_calls_total', { skill: [], version: [], lane: [], stage: [], outcome: [], code: [] });
    const text = await metricsText();
    expect(text).toContain('plinth_bus_parked_total{consumer="memory",type="memory.commit.v1"} 1');
    expect(text).toContain('plinth_bus_parked_total{consumer="memory",type="memory.assemble.v1"} 0');
    expect(text).toContain('plinth_reflection_seconds_count{outcome="passed"} 0');
    expect(text).toContain('plinth_turns_in_flight 0');
    expect(text).toContain('# TYPE skill_calls_total counter');
  });

  it('names counters _total, times _seconds and shares _ratio, and gives every histogram rising buckets', () => {
    for (const [name, metric] of Object.entries(metrics)) {
      expect([name, name.endsWith('_total')]).toEqual([name, metric.type === 'counter']);
      if (metric.type !== 'histogram') continue;
      if (!/_(?:size|ratio)$/.test(name)) expect(name).toMatch(/_seconds$/);
      expect([...metric.buckets].sort((a, b) => a - b)).toEqual(metric.buckets);
    }
  });

  it('holds the metrics of the process, once, however often they are asked for', async () => {
    collectProcessMetrics();
    collectProcessMetrics();
    const text = await metricsText();
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toMatch(/plinth_build_info\{version="\d+\.\d+\.\d+"\} 1/);
  });
});
