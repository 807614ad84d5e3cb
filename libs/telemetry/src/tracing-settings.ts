import {
  attributeList,
  attributesIn,
  boolean,
  headerList,
  httpUrl,
  oneOf,
  positiveInteger,
  ratio,
  type Rule,
} from './tracing-settings-rules';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A standard variable; an empty one counts as unset. Source: OpenTelemetry specification, environment variables. */
export const variable = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

export interface TracingSettings {
  readonly exporter: 'console' | 'http/json' | 'http/protobuf';
  /** OTEL_SERVICE_NAME, or else `service.name` of OTEL_RESOURCE_ATTRIBUTES. */
  readonly serviceName: string | undefined;
}

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((sampler) => [sampler, `parentbased_${sampler}`]);

/** A variable of OTLP for all signals, and the one for traces that goes before it. */
const otlp = (name: string, rule: Rule): Readonly<Record<string, Rule>> => ({
  [`OTEL_EXPORTER_OTLP_${name}`]: rule,
  [`OTEL_EXPORTER_OTLP_TRACES_${name}`]: rule,
});

const RULES: Readonly<Record<string, Rule>> = {
  OTEL_SDK_DISABLED: boolean,
  OTEL_TRACES_EXPORTER: oneOf('otlp', 'console', 'none'),
  ...otlp('ENDPOINT', httpUrl),
  ...otlp('HEADERS', headerList),
  ...otlp('PROTOCOL', oneOf('http/protobuf', 'http/json')),
  ...otlp('COMPRESSION', oneOf('gzip', 'none')),
  ...otlp('TIMEOUT', positiveInteger),
  OTEL_TRACES_SAMPLER: oneOf(...SAMPLERS),
  OTEL_TRACES_SAMPLER_ARG: ratio,
  OTEL_PROPAGATORS: oneOf('tracecontext', 'tracecontext,baggage'),
  OTEL_BSP_SCHEDULE_DELAY: positiveInteger,
  OTEL_BSP_MAX_QUEUE_SIZE: positiveInteger,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: positiveInteger,
  OTEL_BSP_EXPORT_TIMEOUT: positiveInteger,
  OTEL_RESOURCE_ATTRIBUTES: attributeList,
};

/** What the variables ask for; or what is wrong with them, by name and never by value: nothing is taken for something else. */
export function tracingSettings(environment: Environment): TracingSettings | { readonly faults: readonly string[] } {
  const faults = Object.entries(RULES).flatMap(([name, { words, holds }]) => {
    const value = variable(environment, name);
    return value === undefined || holds(value) ? [] : [`${name}: ${words}`];
  });
  if (faults.length > 0) return { faults };
  const attributes = new Map(attributesIn(variable(environment, 'OTEL_RESOURCE_ATTRIBUTES') ?? ''));
  return {
    exporter: exporterOf(environment),
    serviceName: variable(environment, 'OTEL_SERVICE_NAME') ?? attributes.get('service.name'),
  };
}

function exporterOf(environment: Environment): TracingSettings['exporter'] {
  if (variable(environment, 'OTEL_TRACES_EXPORTER') === 'console') return 'console';
  const protocol =
    variable(environment, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? variable(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL');
  return protocol === 'http/json' ? protocol : 'http/protobuf';
}
