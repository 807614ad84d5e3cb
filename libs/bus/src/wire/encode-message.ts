import {
  CE,
  checkOutgoing,
  CONTENT_TYPE,
  MAX_MESSAGE_BYTES,
  orderKey,
  sourceOf,
  SPEC_VERSION,
  type Outgoing,
  type TopicName,
} from '@plinth/contracts';
import { PermanentError, textFault } from '@plinth/kernel';
import { checkTexts } from './storable-texts';

/** A record without its trace context: that is added when it is sent. */
export interface EncodedMessage {
  readonly topic: TopicName;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/**
 * Checks strictly and encodes. Throws PermanentError `contract_violation` for data, topic or ids that break the contract or that no store keeps,
 * and `message_too_large` for a body over MAX_MESSAGE_BYTES.
 */
export function encodeMessage(message: Outgoing): EncodedMessage {
  const { definition, envelope } = message;
  const topic = topicOf(message);
  checkIds(definition.type, envelope);
  const data = checkOutgoing(definition, message.data);
  const body = Buffer.from(JSON.stringify(data), 'utf8');
  checkTexts(definition.type, data, body);
  if (body.length > MAX_MESSAGE_BYTES) {
    throw new PermanentError(
      'message_too_large',
      `${definition.type}: ${body.length} bytes, at most ${MAX_MESSAGE_BYTES}`,
      {
        rule: 'max_bytes',
      },
    );
  }
  return { topic, key: orderKey(envelope), headers: headersOf(definition.type, envelope), body };
}

function topicOf({ definition, topic }: Outgoing): TopicName {
  const [only, ...others] = definition.topics;
  const chosen = topic ?? (others.length === 0 ? only : undefined);
  if (chosen === undefined || !definition.topics.includes(chosen))
    throw violation(definition.type, 'topic', 'one_of_its_topics');
  return chosen;
}

const ID_FIELDS = ['id', 'tenant', 'session', 'turn', 'user', 'subject', 'causation', 'request'] as const;

function checkIds(type: string, envelope: Outgoing['envelope']): void {
  if (envelope.session === undefined && envelope.user === undefined && envelope.subject === undefined)
    throw violation(type, 'session', 'session_user_or_subject');
  for (const field of ID_FIELDS) {
    const id = envelope[field];
    if (id !== undefined && (id === '' || textFault(id) !== undefined))
      throw violation(type, field, textFault(id) ?? 'empty');
  }
}

const violation = (type: string, field: string, rule: string) =>
  new PermanentError('contract_violation', `${type}: ${rule} at envelope.${field}`, {
    field: `envelope.${field}`,
    rule,
  });

function headersOf(type: string, envelope: Outgoing['envelope']): Record<string, string> {
  const headers: Record<string, string> = {
    [CE.specVersion]: SPEC_VERSION,
    [CE.id]: envelope.id,
    [CE.type]: type,
    [CE.source]: sourceOf(envelope.source),
    [CE.time]: new Date(envelope.timeMs).toISOString(),
    [CE.tenant]: envelope.tenant,
    [CE.contentType]: CONTENT_TYPE,
  };
  if (envelope.session !== undefined) headers[CE.session] = envelope.session;
  if (envelope.turn !== undefined) headers[CE.turn] = envelope.turn;
  if (envelope.user !== undefined) headers[CE.user] = envelope.user;
  if (envelope.subject !== undefined) headers[CE.subject] = envelope.subject;
  if (envelope.causation !== undefined) headers[CE.causation] = envelope.causation;
  if (envelope.request !== undefined) headers[CE.request] = envelope.request;
  if (envelope.budgetMs !== undefined) headers[CE.budgetMs] = String(Math.round(envelope.budgetMs));
  return headers;
}
