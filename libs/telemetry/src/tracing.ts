import {
  context,
  createContextKey,
  propagation,
  trace,
  SpanKind,
  type Context,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { setSpanAttributes, toWireAttributes, type SpanAttributes } from './attributes';
import { recordFailure } from './record-failure';

export { SpanKind, type Context, type Link, type Span };

/** W3C trace context as it travels in headers and is stored beside anything that is sent later. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
  /** From `extractContext`; the active context unless given. */
  readonly parent?: Context;
  readonly links?: readonly Link[];
  /** Instrumentation scope, `plinth` unless given. */
  readonly scope?: string;
}

/** A tracer whose scope is `@plinth/<name>`. Without an SDK it makes spans that record nothing. */
export function tracer(name: string): Tracer {
  return trace.getTracer(`@plinth/${name}`);
}

/**
 * Runs `work` inside a new span, which ends when the work does. A thrown error becomes the status and `error.type` of
 * the span, is recorded as an event by the innermost span alone, and is thrown on. Refusals are answers, not errors.
 */
export async function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T> | T,
): Promise<T> {
  const parent = options.parent ?? context.active();
  const span = tracer(options.scope ?? 'plinth').startSpan(
    name,
    {
      kind: options.kind ?? SpanKind.INTERNAL,
      ...(options.attributes && { attributes: toWireAttributes(options.attributes) }),
      ...(options.links && { links: [...options.links] }),
    },
    parent,
  );
  try {
    return await context.with(trace.setSpan(parent, span), work, undefined, span);
  } catch (error) {
    recordFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The active trace context; empty when there is none or tracing is off. */
export function injectContext(from: Context = context.active()): TraceHeaders {
  const headers: { traceparent?: string; tracestate?: string } = {};
  propagation.inject(from, headers);
  return headers;
}

/** A context whose remote parent is what the headers carry; the active context when they carry nothing usable. */
export function extractContext(headers: TraceHeaders): Context {
  return propagation.extract(context.active(), headers);
}

/** Runs `work` as a continuation of what the headers carry. */
export function runWithContext<T>(headers: TraceHeaders, work: () => T): T {
  return context.with(extractContext(headers), work);
}

/** A link to the span that the headers carry, for what is caused by it but belongs to another trace. */
export function linkTo(headers: TraceHeaders): Link | undefined {
  const spanContext = trace.getSpanContext(extractContext(headers));
  return spanContext && { context: spanContext };
}

const SERVICE = createContextKey('plinth.service');

/** Spans begun inside carry `plinth.service`: in the embedded profile one process holds all services. */
export function withService<T>(service: string, work: () => T): T {
  return context.with(context.active().setValue(SERVICE, service), work);
}

export function serviceOf(of: Context): string | undefined {
  const service = of.getValue(SERVICE);
  return typeof service === 'string' ? service : undefined;
}

/** Attributes for the span that the code is running in; nothing when there is none. */
export function setActiveSpanAttributes(attributes: SpanAttributes): void {
  const span = trace.getActiveSpan();
  if (span) setSpanAttributes(span, attributes);
}

/** Marks the span that the code is running in as failed; see `recordFailure`. */
export function failActiveSpan(error: unknown): void {
  const span = trace.getActiveSpan();
  if (span) recordFailure(span, error);
}

/** Names the server span after its route, once it is known: `POST /v1/turns`. */
export function nameHttpSpan(method: string, httpRoute: string): void {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return;
  span.updateName(`${method} ${httpRoute}`);
  setSpanAttributes(span, { httpRoute });
}
