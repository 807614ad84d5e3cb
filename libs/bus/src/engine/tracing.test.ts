import {
  context,
  propagation,
  SpanKind,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { PermanentError, SystemClock } from '@plinth/kernel';
import { logContext, withLogContext, withSpan } from '@plinth/telemetry';
import { InProcessTransport } from '../adapters/in-process/in-process-transport';
import { BusStage, done, fresh } from '../bus.stage';

interface Noted {
  readonly name: string;
  readonly kind: SpanKind | undefined;
  readonly spanId: string;
  readonly traceId: string;
  readonly parentId: string | undefined;
  readonly links: readonly Link[];
  attributes: Record<string, unknown>;
}

/** Notes spans; the SDK's place in a unit test. */
class NotingTracer {
  readonly spans: Noted[] = [];
  private count = 0;

  startSpan(name: string, options: SpanOptions, parent: Context): Span {
    const above = trace.getSpanContext(parent);
    this.count += 1;
    const spanId = this.count.toString(16).padStart(16, '0');
    const traceId = above?.traceId ?? this.count.toString(16).padStart(32, 'a');
    const noted: Noted = {
      name,
      kind: options.kind,
      spanId,
      traceId,
      parentId: above?.spanId,
      links: options.links ?? [],
      attributes: { ...options.attributes },
    };
    this.spans.push(noted);
    const span = trace.wrapSpanContext({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });
    return Object.assign(Object.create(span) as Span, {
      isRecording: () => true,
      setAttributes: (more: object) => void (noted.attributes = { ...noted.attributes, ...more }),
    });
  }
}

describe('the trace of a command and its reply', () => {
  const noting = new NotingTracer();
  let stage: BusStage;

  beforeAll(async () => {
    trace.setGlobalTracerProvider({ getTracer: () => noting as unknown as Tracer });
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    const transport = new InProcessTransport(new SystemClock());
    stage = await BusStage.open({ transport: () => transport, end: () => Promise.resolve() });
  });
  afterAll(async () => {
    await stage.close();
    trace.disable();
    propagation.disable();
    context.disable();
  });
  beforeEach(() => noting.spans.splice(0));

  const chain = () => {
    const byId = new Map(noting.spans.map((span) => [span.spanId, span]));
    return noting.spans.map((span) => [span.name, span.kind, byId.get(span.parentId ?? '')?.name]);
  };

  it('X1: is one, each hop the child of the one before, the reply inside the consumer span', async () => {
    const session = fresh('trace');
    let ids: object = {};
    stage.on(session, (delivery) => {
      ids = logContext();
      return done(delivery);
    });
    await withLogContext({ request_id: 'of the sender' }, () =>
      withSpan('turn', {}, () => stage.send(session, [`${session}-0`])),
    );
    await stage.answered(session, 1);
    expect(chain()).toEqual([
      ['turn', SpanKind.INTERNAL, undefined],
      ['send plinth.memory.commands', SpanKind.PRODUCER, 'turn'],
      ['process plinth.memory.commands', SpanKind.CONSUMER, 'send plinth.memory.commands'],
      ['send plinth.session.events', SpanKind.PRODUCER, 'process plinth.memory.commands'],
      ['process plinth.session.events', SpanKind.CONSUMER, 'send plinth.session.events'],
    ]);
    expect(new Set(noting.spans.map((span) => span.traceId)).size).toBe(1);
    expect(noting.spans[2]?.attributes).toMatchObject({
      'messaging.system.name': 'plinth.in_process',
      'messaging.operation.type': 'process',
      'messaging.consumer.group.name': 'plinth.memory',
      'messaging.message.id': `${session}-0`,
      'plinth.message.type': 'memory.end.v1',
      'plinth.outcome': 'handled',
    });
    expect(ids).toEqual({ message_id: `${session}-0`, turn_id: `${session}-turn-1`, session_id: session });
  });

  it('X1: a replay begins a trace of its own, linked to the message that was parked', async () => {
    const session = fresh('linked');
    let broken = true;
    stage.on(session, (delivery) => {
      if (broken) throw new PermanentError('broken', 'no');
      return done(delivery);
    });
    await stage.send(session, [`${session}-0`]);
    await stage.answered(session, 1);
    const sent = noting.spans[0];
    broken = false;
    noting.spans.splice(0);
    await stage.memory.parked.replayKey(`acme/s/${session}/t/${session}-turn-1`);
    const [replay] = noting.spans;
    expect(replay).toMatchObject({ name: 'process plinth.memory.commands', parentId: undefined });
    expect(replay?.links.map((link) => link.context.spanId)).toEqual([sent?.spanId]);
    expect(replay?.attributes).toMatchObject({ 'plinth.replayed': true });
  });
});
