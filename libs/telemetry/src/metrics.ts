import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric as PromMetric } from 'prom-client';
import { version } from './version';
import { metrics, type LabelsOf, type Metric, type MetricName, type MetricOf } from './metric-names';

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

/**
 * Makes a metric exist before its first event, at zero for every combination of the known label values: without that a first event
 * is no increase. Labels whose values are not known at start get an empty list. Call it at start: a histogram begins anew.
 */
export function zero<N extends MetricName>(name: N, known: Readonly<Record<LabelsOf<N>, readonly string[]>>): void {
  const metric = byName(name);
  // Without labels it is at zero once it exists.
  if (metrics[name].labels.length === 0) return;
  for (const labels of combinations(known)) {
    if (metric instanceof Histogram) metric.zero(labels);
    else metric.inc(labels, 0);
  }
}

let processMetrics = false;

/** Adds version, CPU, memory, event-loop delay and garbage collection of this process; a second call changes nothing. */
export function collectProcessMetrics(): void {
  if (processMetrics) return;
  processMetrics = true;
  collectDefaultMetrics({ register: registry });
  gauge('plinth_build_info').set({ version }, 1);
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

function byName(name: MetricName): Counter | Gauge | Histogram {
  const shape: Metric = metrics[name];
  if (shape.type === 'counter') return once(name, () => new Counter(shapeOf(name)));
  if (shape.type === 'gauge') return once(name, () => new Gauge(shapeOf(name)));
  return once(name, () => new Histogram({ ...shapeOf(name), buckets: [...(shape.buckets ?? [])] }));
}

function combinations(known: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>>[] {
  return Object.entries(known).reduce<Record<string, string>[]>(
    (sets, [label, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [label]: value }))),
    [{}],
  );
}

function once<M extends PromMetric>(name: MetricName, create: () => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? create();
}
