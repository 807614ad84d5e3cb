import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, SimpleSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { setSpanAttributes, toWireAttributes } from './attributes';
import { withoutContent } from './content-free-exporter';
import { ServiceAttribute } from './service-attribute';
import { serviceOfProcess } from './start-tracing';
import {
  extractContext,
  injectContext,
  linkTo,
  runWithContext,
  SpanKind,
  tracer,
  withService,
  withSpan,
} from './tracing';
import { onTracingShutdown, shutdownTracing, tracingRequested } from './tracing-switch';

const exporter = new InMemorySpanExporter();
const sdk = new NodeSDK({
  serviceName: 'plinth-test',
  autoDetectResources: false,
  textMapPropagator: new W3CTraceContextPropagator(),
  spanProcessors: [new ServiceAttribute('test'), new SimpleSpanProcessor({ exporter })],
  metricReaders: [],
  logRecordProcessors: [],
});

beforeAll(() => sdk.start());
afterAll(() => sdk.shutdown());
beforeEach(() => exporter.reset());

function finished(name: string): ReadableSpan {
  const found = exporter.getFinishedSpans().find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name}`);
  return found;
}
const idOf = (name: string): string => finished(name).spanContext().spanId;
const parentOf = (name: string): string | undefined => finished(name).parentSpanContext?.spanId;
const traceOf = (name: string): string => finished(name).spanContext().traceId;

describe('withSpan', () => {
  it('X1: keeps the parent chain unbroken from sender to handler over stored headers', async () => {
    let stored = {};
    await withSpan('POST /v1/turns', { kind: SpanKind.SERVER }, async () => {
      await Promise.resolve();
      await withSpan('send', { kind: SpanKind.PRODUCER }, () => {
        stored = { ...injectContext() };
      });
    });
    await runWithContext(stored, () =>
      withSpan('process', { kind: SpanKind.CONSUMER }, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        await withSpan('recall', {}, () => undefined);
      }),
    );
    expect(parentOf('send')).toBe(idOf('POST /v1/turns'));
    expect(parentOf('process')).toBe(idOf('send'));
    expect(parentOf('recall')).toBe(idOf('process'));
    expect(new Set(exporter.getFinishedSpans().map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it('takes an explicit parent and links to another trace without joining it', async () => {
    let first = {};
    await withSpan('turn 1', {}, () => {
      first = injectContext();
    });
    const link = linkTo(first);
    await withSpan('turn 2', { links: link ? [link] : [] }, () => undefined);
    await withSpan('late', { parent: extractContext(first) }, () => undefined);
    expect(finished('turn 2').links.map((one) => one.context.spanId)).toEqual([idOf('turn 1')]);
    expect(traceOf('turn 2')).not.toBe(traceOf('turn 1'));
    expect(parentOf('late')).toBe(idOf('turn 1'));
  });

  it('starts a new trace when the headers are damaged', async () => {
    await runWithContext({ traceparent: '00-zz-zz-01' }, () => withSpan('lone', {}, () => undefined));
    expect(parentOf('lone')).toBeUndefined();
    expect(linkTo({ traceparent: 'nonsense' })).toBeUndefined();
  });

  it('records an error once, at the innermost span, with its code and frames and without its message', async () => {
    const failure = Object.assign(new Error('order 4711 of Ms Li'), { code: 'store_down' });
    const run = withSpan('outer', {}, () => withSpan('inner', {}, () => Promise.reject(failure)));
    await expect(run).rejects.toBe(failure);
    for (const name of ['outer', 'inner']) {
      expect(finished(name).status).toEqual({ code: SpanStatusCode.ERROR, message: 'store_down' });
      expect(finished(name).attributes['error.type']).toBe('store_down');
    }
    expect(finished('inner').events).toHaveLength(1);
    expect(finished('outer').events).toHaveLength(0);
    const { events } = finished('inner');
    expect(JSON.stringify(events)).not.toContain('4711');
    expect(JSON.stringify(events)).toContain('tracing.test');
  });

  it('ends the span of work that throws before its first await', async () => {
    const bug = new TypeError('bug');
    await expect(
      withSpan('sync', {}, () => {
        throw bug;
      }),
    ).rejects.toBe(bug);
    expect(finished('sync').attributes['error.type']).toBe('TypeError');
  });
});

describe('attributes', () => {
  it('carry the names of the conventions, and only names of the table', async () => {
    const forged: Record<string, unknown> = { sessionId: 's1', text: '我要退款', toString: 'x', queueMs: 3 };
    expect(toWireAttributes(forged)).toEqual({ 'plinth.session.id': 's1', 'plinth.delivery.queue_ms': 3 });
    await withSpan('send', { attributes: { messagingSystem: 'kafka', turnId: undefined } }, (span) =>
      setSpanAttributes(span, { genAiOperation: 'chat' }),
    );
    expect(finished('send').attributes).toEqual({
      'messaging.system.name': 'kafka',
      'gen_ai.operation.name': 'chat',
      'plinth.service': 'test',
    });
  });

  it('cut what is too long for an id', () => {
    expect(toWireAttributes({ turnId: 'x'.repeat(5_000) })['plinth.turn.id']).toHaveLength(200);
  });

  it('name the service that a span works for when one process holds several', async () => {
    await withService('memory', () => withSpan('recall', {}, () => withSpan('query', {}, () => undefined)));
    expect(finished('recall').attributes['plinth.service']).toBe('memory');
    expect(finished('query').attributes['plinth.service']).toBe('memory');
  });
});

describe('withoutContent', () => {
  it('takes paths, queries, addresses and messages out of the spans of instrumentations and leaves ours alone', () => {
    const span = trace.getTracer('@opentelemetry/instrumentation-http').startSpan('GET');
    span.setAttributes({ 'url.path': '/v1/users/li', 'url.query': 'q=secret', 'http.route': '/v1/users/:id' });
    span.recordException(new Error('duplicate key (email)=(li@example.org)'));
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'secret' });
    span.end();
    const clean = withoutContent(finished('GET'));
    expect(clean.attributes).toMatchObject({ 'http.route': '/v1/users/:id' });
    expect(clean.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(clean.events[0]?.attributes).toEqual({ 'exception.type': 'Error' });
    expect(JSON.stringify([clean.attributes, clean.events, clean.status])).not.toMatch(/secret|li@example|users\/li/);
    expect(clean.spanContext()).toEqual(finished('GET').spanContext());
    tracer('bus').startSpan('own').end();
    expect(withoutContent(finished('own'))).toBe(finished('own'));
  });
});

describe('the switch', () => {
  it('is off unless a standard variable asks for tracing', () => {
    expect(tracingRequested({})).toBe(false);
    expect(tracingRequested({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' })).toBe(true);
    expect(tracingRequested({ OTEL_TRACES_EXPORTER: 'otlp' })).toBe(true);
    expect(tracingRequested({ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h' })).toBe(false);
    expect(tracingRequested({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://h' })).toBe(false);
  });

  it('names the service by the standard variable or else by the app that is run', () => {
    expect(serviceOfProcess({ OTEL_SERVICE_NAME: 'plinth-memory' })).toBe('memory');
    expect(serviceOfProcess({}, '/srv/apps/skill-gateway/dist/main.js')).toBe('skill-gateway');
    expect(serviceOfProcess({}, '')).toBe('unknown');
  });

  it('lets a process go at shutdown when the collector never answers, and when it fails', async () => {
    onTracingShutdown(() => new Promise(() => undefined));
    await shutdownTracing(10);
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
    onTracingShutdown(() => Promise.reject(new Error('refused')));
    await shutdownTracing(10);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    await shutdownTracing(10);
  });
});
