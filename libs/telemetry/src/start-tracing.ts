import { basename, dirname } from 'node:path';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { BatchSpanProcessor, ConsoleSpanExporter, type SpanExporter } from '@opentelemetry/sdk-trace';
import { ContentFreeExporter } from './content-free-exporter';
import { describeQuery } from './describe-query';
import { ServiceAttribute } from './service-attribute';
import { variable, type Environment, type TracingSettings } from './tracing-settings';
import { onTracingShutdown } from './tracing-switch';
import { version } from './version';

/** Asked again and again by machines: probes, and the manifests of skills that a gateway looks after. */
const UNTRACED_PATHS = new Set(['/healthz', '/readyz', '/metrics', '/manifests']);

/**
 * Starts the SDK; has to run before pg, ioredis and the HTTP server are loaded, hence `preload.ts`.
 * The standard OTEL_* variables rule: endpoint, headers, protocol, sampler, batch sizes and delays, resource attributes.
 * `service` is the short name (`memory`); the resource is called `plinth-<service>` unless the variables say otherwise.
 */
export function startTracing(service: string, settings: TracingSettings, environment: Environment = process.env): void {
  const sdk = new NodeSDK({
    serviceName: settings.serviceName ?? `plinth-${service}`,
    textMapPropagator: new W3CTraceContextPropagator(),
    spanProcessors: [new ServiceAttribute(service), batching(settings, environment)],
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: (request) => UNTRACED_PATHS.has((request.url ?? '').split('?')[0] ?? ''),
        requireParentforOutgoingSpans: true,
      }),
      new PgInstrumentation({
        enhancedDatabaseReporting: false,
        requireParentSpan: true,
        ignoreConnectSpans: true,
        requestHook: (span, { query }) => describeQuery(span, query.text),
      }),
      new IORedisInstrumentation({ requireParentSpan: true, dbStatementSerializer: (command) => command }),
    ],
  });
  withVersion(() => sdk.start());
  onTracingShutdown(() => sdk.shutdown());
}

/** The SDK reads attributes of the resource from this variable while it starts; what is given there wins over our version. */
function withVersion(start: () => void): void {
  const given = process.env.OTEL_RESOURCE_ATTRIBUTES;
  process.env.OTEL_RESOURCE_ATTRIBUTES = [`service.version=${version}`, given].filter(Boolean).join(',');
  try {
    start();
  } finally {
    if (given === undefined) delete process.env.OTEL_RESOURCE_ATTRIBUTES;
    else process.env.OTEL_RESOURCE_ATTRIBUTES = given;
  }
}

/** The service of a process: OTEL_SERVICE_NAME without its prefix, or the folder of the app that is being run. */
export function serviceOfProcess(environment: Environment = process.env, script = process.argv[1] ?? ''): string {
  const named = variable(environment, 'OTEL_SERVICE_NAME')?.replace(/^plinth-/, '');
  if (named) return named;
  const app = /[\\/]apps[\\/]([a-z0-9-]+)[\\/]/.exec(script)?.[1];
  return app ?? (script === '' ? 'unknown' : basename(dirname(script)));
}

function batching(settings: TracingSettings, environment: Environment): BatchSpanProcessor {
  const limit = (name: string): number | undefined => {
    const value = Number(variable(environment, name) ?? NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  };
  const limits = {
    scheduledDelayMillis: limit('OTEL_BSP_SCHEDULE_DELAY') ?? 1_000,
    maxQueueSize: limit('OTEL_BSP_MAX_QUEUE_SIZE') ?? 16_384,
    maxExportBatchSize: limit('OTEL_BSP_MAX_EXPORT_BATCH_SIZE') ?? 512,
    exportTimeoutMillis: limit('OTEL_BSP_EXPORT_TIMEOUT') ?? 10_000,
  };
  return new BatchSpanProcessor({ exporter: new ContentFreeExporter(exporterOf(settings)), ...limits });
}

function exporterOf({ exporter }: TracingSettings): SpanExporter {
  if (exporter === 'console') return new ConsoleSpanExporter();
  return exporter === 'http/json' ? new JsonExporter() : new ProtobufExporter();
}
