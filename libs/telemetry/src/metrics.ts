import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import { metrics, type LabelsOf, type MetricName, type MetricOf } from './metric-names';

const registry = new Registry();

/** The counter of that name; made at its first use, one per process. */
export function counter<N extends MetricOf<'counter'>>(name: N): Counter<LabelsOf<N>> {
  return once(name, () => new Counter<LabelsOf<N>>(shapeOf(name)));
}

export function gauge<N extends MetricOf<'gauge'>>(name: N): Gauge<LabelsOf<N>> {
  return once(name, () => new Gauge<LabelsOf<N>>(shapeOf(name)));
}

/** Observe seconds where the name ends in `_seconds`. */
export function histogram<N extends MetricOf<'histogram'>>(name: N): Histogram<LabelsOf<N>> {
  return once(name, () => new Histogram<LabelsOf<N>>({ ...shapeOf(name), buckets: [...metrics[name].buckets] }));
}

let processMetrics = false;

/** Adds CPU, memory, event-loop delay and garbage collection of this process; a second call changes nothing. */
export function collectProcessMetrics(): void {
  if (processMetrics) return;
  processMetrics = true;
  collectDefaultMetrics({ register: registry });
}

/** All metrics of the process in the Prometheus text format. */
export function metricsText(): Promise<string> {
  return registry.metrics();
}

export const metricsContentType: string = registry.contentType;

/** Sets every metric to zero; for tests. */
export function resetMetrics(): void {
  registry.resetMetrics();
}

function shapeOf<N extends MetricName>(name: N) {
  const { help, labels } = metrics[name];
  return { name, help, labelNames: [...labels] as LabelsOf<N>[], registers: [registry] };
}

function once<M extends Metric>(name: MetricName, create: () => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? create();
}
