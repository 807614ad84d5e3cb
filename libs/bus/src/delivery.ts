import type { DataOf, Envelope, MessageDefinition, Outgoing, TopicName } from '@plinth/contracts';

/** One delivery of a message to a handler. A message may be delivered any number of times, never out of its key's order. */
export interface Delivery extends Envelope {
  readonly topic: TopicName;
  /** 1 for the first try in this process. */
  readonly attempt: number;
  /** Epoch milliseconds at which the broker appended it: queue time counts from here. */
  readonly appendedAtMs: number;
  /** What remains of the budget now, or undefined for a message without one. */
  remainingMs(): number | undefined;
  /** Aborted when the process drains past its bound or the partition was taken away; never needed for correctness. */
  readonly signal: AbortSignal;
}

/** A reply as a handler returns it; the bus derives its envelope from the command's. */
export interface Reply<D extends MessageDefinition = MessageDefinition> {
  readonly definition: D;
  readonly data: DataOf<D>;
}

export function reply<D extends MessageDefinition>(definition: D, data: DataOf<D>): Reply<D> {
  return { definition, data };
}

/**
 * What a handler returns. Replies are sent, and acknowledged by the broker, before the delivery counts as finished.
 * `undefined`: nothing to answer, either because it is an event or because another worker owns the answer.
 */
export type HandlerResult = Reply | readonly Reply[] | undefined;

export abstract class BusProducer {
  /**
   * Sends in the order given; sends of one order key are chained, sends of one tick travel in one request.
   * Resolves when the broker has them on all in-sync replicas. Throws TransientError `bus_unavailable`, in which case
   * any part may have been appended: send the same ids again. Throws PermanentError for a message that breaks its
   * contract or is longer than MAX_MESSAGE_BYTES (`message_too_large`); nothing of that call is then sent.
   * The trace context of the caller travels along.
   */
  abstract send(messages: readonly Outgoing[]): Promise<void>;
}
