import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Attributes of instrumentations that can hold what a person wrote, an id of a person, or where a person is. */
const DROPPED = new Set([
  'url.path',
  'url.query',
  'url.full',
  'client.address',
  'network.peer.address',
  'user_agent.original',
  'exception.message',
  'exception.stacktrace',
]);

const OWN_SCOPE = '@plinth/';

/** Takes content out of the spans of third-party instrumentations; our own never hold any (see `spanAttributes`). */
export class ContentFreeExporter implements SpanExporter {
  constructor(private readonly inner: SpanExporter) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.inner.export(spans.map(withoutContent), done);
  }

  async forceFlush(): Promise<void> {
    await this.inner.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }
}

export function withoutContent(span: ReadableSpan): ReadableSpan {
  if (span.instrumentationScope.name.startsWith(OWN_SCOPE)) return span;
  const kept = <T extends object>(attributes: T): T =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => !DROPPED.has(name))) as T;
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    status: { code: span.status.code },
    attributes: kept(span.attributes),
    links: span.links,
    events: span.events.map((event) => (event.attributes ? { ...event, attributes: kept(event.attributes) } : event)),
    duration: span.duration,
    ended: span.ended,
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
}
