export type Environment = Readonly<Record<string, string | undefined>>;

/** A standard variable; an empty one counts as unset. Source: OpenTelemetry specification, environment variables. */
export const variable = (environment: Environment, name: string): string | undefined =>
  environment[name]?.trim() || undefined;

export interface TracingSettings {
  readonly exporter: 'console' | 'http/json' | 'http/protobuf';
  /** OTEL_SERVICE_NAME, or else `service.name` of OTEL_RESOURCE_ATTRIBUTES. */
  readonly serviceName: string | undefined;
}

const PROTOCOLS = ['http/protobuf', 'http/json'];
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((sampler) => [sampler, `parentbased_${sampler}`]);
const SUPPORTED: Readonly<Record<string, readonly string[]>> = {
  OTEL_TRACES_EXPORTER: ['otlp', 'console', 'none'],
  OTEL_EXPORTER_OTLP_PROTOCOL: PROTOCOLS,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: PROTOCOLS,
  OTEL_TRACES_SAMPLER: SAMPLERS,
  OTEL_PROPAGATORS: ['tracecontext', 'tracecontext,baggage'],
};

/** What the variables ask for; or what is wrong with them, by name and never by value: nothing is taken for something else. */
export function tracingSettings(environment: Environment): TracingSettings | { readonly faults: readonly string[] } {
  const attributes = resourceAttributes(environment);
  const faults = Object.entries(SUPPORTED).flatMap(([name, values]) => {
    const value = variable(environment, name);
    return value === undefined || values.includes(value) ? [] : [`${name}: supported are ${values.join(', ')}`];
  });
  if (!attributes) faults.push('OTEL_RESOURCE_ATTRIBUTES: key=value pairs, percent-encoded and separated by commas');
  if (faults.length > 0) return { faults };
  return {
    exporter: exporterOf(environment),
    serviceName: variable(environment, 'OTEL_SERVICE_NAME') ?? attributes?.get('service.name'),
  };
}

function exporterOf(environment: Environment): TracingSettings['exporter'] {
  if (variable(environment, 'OTEL_TRACES_EXPORTER') === 'console') return 'console';
  const protocol =
    variable(environment, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? variable(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL');
  return protocol === 'http/json' ? protocol : 'http/protobuf';
}

function resourceAttributes(environment: Environment): ReadonlyMap<string, string> | undefined {
  const pairs = (variable(environment, 'OTEL_RESOURCE_ATTRIBUTES') ?? '')
    .split(',')
    .filter((pair) => pair.trim() !== '');
  try {
    const read = pairs.map((pair) => pair.split('=').map((part) => decodeURIComponent(part.trim())));
    const valid = read.every((parts) => parts.length === 2 && parts[0] !== '');
    return valid ? new Map(read.map(([key = '', value = '']) => [key, value])) : undefined;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
