import { context, trace } from '@opentelemetry/api';
import { SpanKind, toWireAttributes, tracer, type Context, type Span } from '@plinth/telemetry';

/** The active context when it is traced; asked when an item comes, since the span it belongs to may have ended when it is flushed. */
export function tracedContext(): Context | undefined {
  const active = context.active();
  return trace.getSpan(active)?.isRecording() ? active : undefined;
}

/** The span of one item's part in a flush, in the item's own trace. By the conventions a lone item is no batch. */
export function startFlushSpan(summary: string, parent: Context, batchSize: number): Span {
  const attributes = toWireAttributes({
    dbSystem: 'postgresql',
    dbOperation: summary.split(' ', 1)[0],
    dbQuerySummary: summary,
    dbBatchSize: batchSize > 1 ? batchSize : undefined,
  });
  return tracer('postgres').startSpan(summary, { kind: SpanKind.CLIENT, attributes }, parent);
}
