export type AttributeValue = string | number | boolean | readonly AttributeValue[];

/** A span as it arrived over OTLP. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: SpanKindName;
  /** The resource's `service.name`. */
  readonly service: string;
  /** The resource's `service.version`. */
  readonly version?: string;
  readonly scope: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, AttributeValue>> }[];
  readonly status: { readonly code: 'unset' | 'ok' | 'error'; readonly message: string | undefined };
  readonly startNs: bigint;
  readonly endNs: bigint;
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKindName = (typeof KINDS)[number];
const STATUSES = ['unset', 'ok', 'error'] as const;

interface WireValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string | number;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values?: readonly WireValue[] };
}
type WireAttributes = readonly { readonly key: string; readonly value: WireValue }[] | undefined;
interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind?: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: WireAttributes;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly events?: readonly { readonly name: string; readonly attributes?: WireAttributes }[];
  readonly status?: { readonly code?: number; readonly message?: string };
}
interface WireRequest {
  readonly resourceSpans?: readonly {
    readonly resource?: { readonly attributes?: WireAttributes };
    readonly scopeSpans?: readonly {
      readonly scope?: { readonly name?: string };
      readonly spans?: readonly WireSpan[];
    }[];
  }[];
}

/** The spans of an ExportTraceServiceRequest in OTLP's JSON encoding (ids in hex). */
export function readOtlpSpans(body: unknown): readonly ReceivedSpan[] {
  return ((body as WireRequest).resourceSpans ?? []).flatMap(({ resource, scopeSpans }) => {
    const from = readAttributes(resource?.attributes);
    return (scopeSpans ?? []).flatMap(({ scope, spans }) =>
      (spans ?? []).map((span) => readSpan(span, from, scope?.name ?? '')),
    );
  });
}

function readSpan(span: WireSpan, resource: ReceivedSpan['attributes'], scope: string): ReceivedSpan {
  const { 'service.name': service, 'service.version': version } = resource;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || undefined,
    name: span.name,
    kind: KINDS[span.kind ?? 0] ?? 'unspecified',
    service: typeof service === 'string' ? service : '',
    ...(typeof version === 'string' && { version }),
    scope,
    attributes: readAttributes(span.attributes),
    links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
    events: (span.events ?? []).map(({ name, attributes }) => ({ name, attributes: readAttributes(attributes) })),
    status: { code: STATUSES[span.status?.code ?? 0] ?? 'unset', message: span.status?.message },
    startNs: BigInt(span.startTimeUnixNano),
    endNs: BigInt(span.endTimeUnixNano),
  };
}

function readAttributes(attributes: WireAttributes): Readonly<Record<string, AttributeValue>> {
  return Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, readValue(value)]));
}

function readValue(value: WireValue): AttributeValue {
  if (value.arrayValue) return (value.arrayValue.values ?? []).map(readValue);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? '';
}
