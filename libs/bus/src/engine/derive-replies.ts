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

/** Why the bus itself answers. */
export type BusFailure = 'expired' | 'parked';

/**
 * `command.failed` to the session that waits for the command, which is the message itself or, where a reply is parked, the command that
 * it answers; `command_type` names the message. Its id derives from that command's, whatever a parked reply calls itself. Undefined where nobody waits: for an event that answers nothing, and for a message
 * without a session (an erasure), whose missing receipt the sender sees.
 */
export function failureReply(
  cause: Envelope,
  topic: TopicName,
  failure: { readonly code: BusFailure; readonly message: string },
  source: ServiceName,
  nowMs: number,
): Outgoing<typeof commandFailed> | undefined {
  const causation = TOPICS[topic].kind === 'commands' ? cause.id : cause.causation;
  if (causation === undefined || cause.session === undefined) return undefined;
  const id = deriveId(causation, commandFailed.type, failure.code);
  return {
    definition: commandFailed,
    envelope: { ...replyEnvelope(cause, id, source, nowMs), causation },
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
