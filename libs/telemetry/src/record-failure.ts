import { SpanStatusCode, type Span } from '@opentelemetry/api';
import { toWireAttributes } from './attributes';

const recorded = new WeakSet<object>();

/** Stable code of an error where it has one (ours, PostgreSQL's, Node's), else its class. Never its message. */
export function errorTypeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'object';
}

/**
 * Marks a span as failed. The exception event, with the stack frames, is written once per error however many spans
 * it crosses. Messages stay out: those of drivers quote the values that they choked on.
 */
export function recordFailure(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  const errorType = errorTypeOf(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message: errorType });
  span.setAttributes(toWireAttributes({ errorType }));
  if (!(error instanceof Error) || recorded.has(error)) return;
  recorded.add(error);
  span.addEvent('exception', { 'exception.type': error.name, 'exception.stacktrace': stackFrames(error) });
}

function stackFrames(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
