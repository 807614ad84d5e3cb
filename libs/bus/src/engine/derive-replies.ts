import {
  commandFailed,
  TOPICS,
  type Envelope,
  type Outgoing,
  type ServiceName,
  type TopicName,
} from '@plinth/contracts';
import { deriveId, messageId } from '@plinth/kernel';
import type { HandlerResult, Reply } from '../delivery';

/** What a reply takes over from the message that it answers; undefined counts as absent. */
export type Cause = Pick<Envelope, 'id' | 'tenant'> & {
  readonly [Field in 'session' | 'turn' | 'user' | 'request']?: Envelope[Field] | undefined;
};

/**
 * The messages that answer `cause`, in the handler's order. Their ids derive from the cause's id, the type and the place,
 * so that a duplicate is answered by the same ids (T3).
 */
export function deriveReplies(cause: Cause, result: HandlerResult, source: ServiceName, nowMs: number): Outgoing[] {
  if (result === undefined) return [];
  const replies = isList(result) ? result : [result];
  return replies.map(({ definition, data }, index) => ({
    definition,
    envelope: replyEnvelope(cause, deriveId(cause.id, definition.type, index), source, nowMs),
    data,
  }));
}

const isList = (result: Reply | readonly Reply[]): result is readonly Reply[] => Array.isArray(result);

/** Why the bus itself answers a command. */
export type BusFailure = 'expired' | 'parked';

/**
 * `command.failed` for what came on a topic of commands, its type known here or not. Undefined where nobody waits for it: for
 * an event, and for a command without a session (an erasure), whose missing receipt the sender sees.
 */
export function failureReply(
  cause: Envelope,
  topic: TopicName,
  failure: { readonly code: BusFailure; readonly message: string },
  source: ServiceName,
  nowMs: number,
): Outgoing<typeof commandFailed> | undefined {
  if (TOPICS[topic].kind !== 'commands' || cause.session === undefined) return undefined;
  return {
    definition: commandFailed,
    envelope: replyEnvelope(cause, deriveId(cause.id, commandFailed.type, failure.code), source, nowMs),
    data: { command_type: cause.type, consumer: source, error: { ...failure, retryable: false } },
  };
}

function replyEnvelope(cause: Cause, id: string, source: ServiceName, timeMs: number): Outgoing['envelope'] {
  return {
    id: messageId(id),
    source,
    timeMs,
    tenant: cause.tenant,
    causation: cause.id,
    ...(cause.session !== undefined && { session: cause.session }),
    ...(cause.turn !== undefined && { turn: cause.turn }),
    ...(cause.user !== undefined && { user: cause.user }),
    ...(cause.request !== undefined && { request: cause.request }),
  };
}
