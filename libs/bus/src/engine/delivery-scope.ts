import { consumerGroupOf, messageDefinition, type Envelope, type ServiceName } from '@plinth/contracts';
import {
  counter,
  errorTypeOf,
  extractContext,
  histogram,
  linkTo,
  setSpanAttributes,
  SpanKind,
  withLogContext,
  withService,
  withSpan,
  type Span,
  type SpanOptions,
} from '@plinth/telemetry';
import { ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api';
import type { FetchedRecord } from '../transport';
import type { DeliveryOutcome } from './engine-options';

export interface ScopeOptions {
  readonly consumer: ServiceName;
  readonly system: string;
  /** A replay begins a trace of its own, linked to the message's. */
  readonly replay: boolean;
  readonly queueMs: number;
}

/**
 * Runs one delivery inside a CONSUMER span (child of the producer's, or linked to it), under the log ids of its message, and
 * counts how it ended. `plinth_bus_delivered_total{type}` knows the types of the contracts; all others count as `unknown`.
 */
export async function inDeliveryScope(
  record: FetchedRecord,
  envelope: Envelope | undefined,
  options: ScopeOptions,
  work: (span: Span) => Promise<DeliveryOutcome>,
): Promise<DeliveryOutcome> {
  const startedAt = performance.now();
  const outcome = await withService(options.consumer, () =>
    withSpan(`process ${record.topic}`, spanOptions(record, options), (span) => {
      if (span.isRecording()) describe(span, record, envelope, options);
      return withLogContext(logIds(envelope), async () => {
        const ended = await work(span);
        setSpanAttributes(span, { outcome: ended });
        return ended;
      });
    }),
  );
  const parkedStill = options.replay && outcome === 'parked';
  if (!parkedStill) count(options.consumer, envelope?.type ?? 'unknown', outcome, performance.now() - startedAt);
  return outcome;
}

function spanOptions(record: FetchedRecord, { replay }: ScopeOptions): SpanOptions {
  if (!replay) return { kind: SpanKind.CONSUMER, scope: 'bus', parent: extractContext(record.headers) };
  const link = linkTo(record.headers);
  return { kind: SpanKind.CONSUMER, scope: 'bus', parent: ROOT_CONTEXT, ...(link && { links: [link] }) };
}

function describe(span: Span, record: FetchedRecord, envelope: Envelope | undefined, options: ScopeOptions): void {
  setSpanAttributes(span, {
    messagingSystem: options.system,
    messagingDestination: record.topic,
    messagingOperationType: 'process',
    messagingOperationName: 'process',
    messagingConsumerGroup: consumerGroupOf(options.consumer),
    messagingPartition: String(record.partition),
    messagingBodyBytes: record.body.length,
    messagingMessageId: envelope?.id,
    messageType: envelope?.type,
    tenant: envelope?.tenant,
    sessionId: envelope?.session,
    turnId: envelope?.turn,
    requestId: envelope?.request,
    queueMs: options.queueMs,
    replayed: options.replay,
  });
}

function logIds(envelope: Envelope | undefined) {
  if (!envelope) return {};
  return {
    message_id: envelope.id,
    ...(envelope.request !== undefined && { request_id: envelope.request }),
    ...(envelope.turn !== undefined && { turn_id: envelope.turn }),
    ...(envelope.session !== undefined && { session_id: envelope.session }),
  };
}

function count(consumer: ServiceName, type: string, outcome: DeliveryOutcome, durationMs: number): void {
  const known = messageDefinition(type) ? type : 'unknown';
  counter('plinth_bus_delivered_total').labels(consumer, known, outcome).inc();
  histogram('plinth_bus_handle_seconds')
    .labels(consumer, known)
    .observe(durationMs / 1_000);
  if (outcome === 'parked') counter('plinth_bus_parked_total').labels(consumer, known).inc();
}

/** Marks the span of a delivery that failed for good, or of one try that failed. */
export function noteFailure(span: Span, error: unknown, final: boolean): void {
  if (!span.isRecording()) return;
  const errorType = errorTypeOf(error);
  if (!final) {
    span.addEvent('try failed', { 'error.type': errorType });
    return;
  }
  span.setStatus({ code: SpanStatusCode.ERROR, message: errorType });
  setSpanAttributes(span, { errorType });
}
