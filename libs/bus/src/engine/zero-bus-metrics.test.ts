import { metricsText, resetMetrics } from '@plinth/telemetry';
import { zeroBusMetrics } from './zero-bus-metrics';

it('shows a consumer’s metrics at zero before its first message, for the types of its own topics alone', async () => {
  resetMetrics();
  const handle = () => undefined;
  const patterns = ['plinth.memory.commands#memory.commit.v1', 'plinth.skills.commands#skill.invoke.v1'];
  const handlers = new Map(patterns.map((pattern) => [pattern, handle] as const));
  zeroBusMetrics('memory', handlers, ['plinth.memory.commands']);
  const text = await metricsText();
  expect(text).toContain('plinth_bus_parked_total{consumer="memory",type="memory.commit.v1"} 0');
  expect(text).toContain('plinth_bus_parked_total{consumer="memory",type="unknown"} 0');
  expect(text).toContain('plinth_bus_delivered_total{consumer="memory",type="memory.commit.v1",outcome="handled"} 0');
  expect(text).toContain('plinth_bus_in_flight{consumer="memory"} 0');
  expect(text).not.toContain('skill.invoke');
});
