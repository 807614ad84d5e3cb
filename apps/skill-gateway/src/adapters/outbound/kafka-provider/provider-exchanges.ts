import type { BusTransport, FetchedRecord, RecordSink, Subscription } from '@plinth/bus';
import {
  CE,
  CONTENT_TYPE,
  PROVIDER_MESSAGES,
  PROVIDER_REPLIES_TOPIC,
  REPLY_TOPIC_HEADER,
  sourceOf,
  SPEC_VERSION,
  type ProviderExchange,
} from '@plinth/contracts';
import { PermanentError, type Clock, type IdSource } from '@plinth/kernel';
import { injectContext, setActiveSpanAttributes, SpanKind, withSpan } from '@plinth/telemetry';

export interface Question {
  readonly topic: string;
  readonly kind: ProviderExchange;
  /** What it must not overtake. */
  readonly key: string;
  readonly tenant: string;
  readonly body: object;
  /** For everything, from the first connection to the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came of a question, told apart by whether its provider can have seen it. */
export type Answered =
  | { readonly kind: 'reply'; readonly body: Buffer }
  | { readonly kind: 'not_sent' | 'broken' | 'timeout' | 'cancelled' };

interface Surroundings {
  readonly openTransport: () => BusTransport;
  readonly clock: Clock;
  readonly ids: IdSource;
}

const MAX_IN_FLIGHT = 256;
const DRAIN_MS = 1_000;

/**
 * Asks providers over Kafka and hears their answers. Owns its transport and its subscription, opened by the first question.
 * 1. A question is sent only once the replies are being heard, so that no answer comes before its listener.
 * 2. An answer goes to the question that it names; one that nobody waits for, late or twice, changes nothing.
 * 3. What was sent and not answered in time ends as `timeout`, when the broker does not say that it has it as `broken`: in neither
 *    case is it known what its provider did.
 * A replica hears under a name of its own, from when it began: after a restart the answers to what its former self asked are not heard.
 */
export class ProviderExchanges implements RecordSink {
  private readonly waiting = new Map<string, (record: FetchedRecord) => void>();
  private readonly known = new Set<string>();
  private readonly assigned = Promise.withResolvers<void>();
  private transport: BusTransport | undefined;
  private hearing: Promise<Subscription> | undefined;

  constructor(private readonly surroundings: Surroundings) {}

  ask(question: Question): Promise<Answered> {
    const attributes = {
      messagingSystem: 'kafka',
      messagingDestination: question.topic,
      messagingOperationType: 'send',
    };
    return withSpan(`ask ${question.topic}`, { kind: SpanKind.CLIENT, attributes, scope: 'bus' }, async () => {
      const answered = await this.within(question);
      setActiveSpanAttributes({ outcome: answered.kind });
      return answered;
    });
  }

  accept(record: FetchedRecord, finished: () => void): void {
    this.waiting.get(record.headers[CE.causation] ?? '')?.(record);
    finished();
  }

  onAssigned(): Promise<void> {
    // What it reads from is settled before this is called, and so lies before whatever is asked after it.
    setImmediate(() => this.assigned.resolve());
    return Promise.resolve();
  }

  async close(): Promise<void> {
    const { hearing, transport } = this;
    await hearing?.then(
      (subscription) => subscription.drain(DRAIN_MS),
      () => undefined,
    );
    await transport?.close();
  }

  private within(question: Question): Promise<Answered> {
    const { timeoutMs, signal, kind } = question;
    const id = this.surroundings.ids.next();
    return new Promise((resolve) => {
      let sent = false;
      const end = (answered: Answered): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        this.waiting.delete(id);
        resolve(answered);
      };
      const giveUp = (): void => end({ kind: 'cancelled' });
      const timer = setTimeout(() => end({ kind: sent ? 'timeout' : 'not_sent' }), timeoutMs);
      if (signal?.aborted === true) return giveUp();
      signal?.addEventListener('abort', giveUp);
      this.waiting.set(id, ({ headers, body }) => {
        if (headers[CE.type] === PROVIDER_MESSAGES[kind].answer) end({ kind: 'reply', body });
      });
      this.open(question.topic).then(
        (transport) => {
          if (!this.waiting.has(id)) return;
          sent = true;
          transport.produce([this.recordOf(id, question)]).catch((error: unknown) => end(unsent(error)));
        },
        () => end({ kind: 'not_sent' }),
      );
    });
  }

  /** Rejects when there are no brokers, or no such topic. */
  private async open(topic: string): Promise<BusTransport> {
    const transport = (this.transport ??= this.surroundings.openTransport());
    if (!this.known.has(topic)) {
      await transport.connect([PROVIDER_REPLIES_TOPIC, topic]);
      this.known.add(topic);
    }
    this.hearing ??= transport
      .subscribe({
        group: `plinth.skill-gateway.replies.${this.surroundings.ids.next()}`,
        ...{ topics: [PROVIDER_REPLIES_TOPIC], maxInFlight: MAX_IN_FLIGHT, sink: this, from: 'end' },
      })
      .catch((error: unknown) => {
        this.hearing = undefined;
        throw error;
      });
    await this.hearing;
    await this.assigned.promise;
    return transport;
  }

  private recordOf(id: string, { topic, kind, key, tenant, body, timeoutMs }: Question) {
    return {
      topic,
      key,
      headers: {
        [CE.specVersion]: SPEC_VERSION,
        [CE.id]: id,
        [CE.type]: PROVIDER_MESSAGES[kind].command,
        [CE.source]: sourceOf('skill-gateway'),
        [CE.time]: new Date(this.surroundings.clock.now()).toISOString(),
        [CE.tenant]: tenant,
        [CE.budgetMs]: String(Math.round(timeoutMs)),
        [CE.contentType]: CONTENT_TYPE,
        [REPLY_TOPIC_HEADER]: PROVIDER_REPLIES_TOPIC,
        ...injectContext(),
      },
      body: Buffer.from(JSON.stringify(body)),
    };
  }
}

/** A broker that refuses a record for good does not have it; otherwise nobody knows. */
const unsent = (error: unknown): Answered => ({ kind: error instanceof PermanentError ? 'not_sent' : 'broken' });
