import { context, trace } from '@opentelemetry/api';
import type { Outgoing } from '@plinth/contracts';
import {
  histogram,
  injectContext,
  recordFailure,
  SpanKind,
  toWireAttributes,
  tracer,
  type Span,
} from '@plinth/telemetry';
import { BusProducer } from '../delivery';
import type { BusTransport, WireRecord } from '../transport';
import { encodeMessage, type EncodedMessage } from '../wire/encode-message';
import { KeyedBatches, type BatchLimits } from './keyed-batches';

/** The broker's default for one batch is 1 MiB; four requests keep it busy while the next batch fills. */
export const DEFAULT_BATCH_LIMITS: BatchLimits = { maxRequests: 4, maxRecords: 1_000, maxBytes: 900_000 };

/** See BusProducer. Order per key and the batching are KeyedBatches' (its invariants 1 to 3). */
export class CoalescingProducer extends BusProducer {
  private readonly batches: KeyedBatches;

  constructor(
    private readonly transport: BusTransport,
    limits: Partial<BatchLimits> = {},
  ) {
    super();
    const batchSize = histogram('plinth_bus_send_batch_size');
    this.batches = new KeyedBatches(
      async (records) => {
        batchSize.observe(records.length);
        await transport.produce(records);
      },
      { ...DEFAULT_BATCH_LIMITS, ...limits },
    );
  }

  async send(messages: readonly Outgoing[]): Promise<void> {
    const encoded = messages.map(encodeMessage);
    const spans: Span[] = [];
    const records = encoded.map((message) => this.withTrace(message, spans));
    try {
      await this.batches.submit(records);
    } catch (error) {
      for (const span of spans) recordFailure(span, error);
      throw error;
    } finally {
      for (const span of spans) span.end();
    }
  }

  private withTrace(message: EncodedMessage, spans: Span[]): WireRecord {
    const active = context.active();
    const span = tracer('bus').startSpan(`send ${message.topic}`, { kind: SpanKind.PRODUCER }, active);
    if (span.isRecording()) {
      span.setAttributes(
        toWireAttributes({
          messagingSystem: this.transport.system,
          messagingDestination: message.topic,
          messagingOperationType: 'send',
          messagingOperationName: 'send',
          messagingMessageId: message.headers.ce_id,
          messagingBodyBytes: message.body.length,
          messageType: message.headers.ce_type,
          tenant: message.headers.ce_tenant,
          sessionId: message.headers.ce_session,
          turnId: message.headers.ce_turn,
          requestId: message.headers.ce_request,
        }),
      );
      spans.push(span);
    }
    Object.assign(message.headers, injectContext(trace.setSpan(active, span)));
    return message;
  }
}
