import {
  CE,
  checkIncoming,
  messageDefinition,
  senderAt,
  SPEC_VERSION,
  type Envelope,
  type MessageDefinition,
} from '@plinth/contracts';
import {
  errorBodyOf,
  messageId,
  requestId,
  sessionId,
  tenantId,
  textFault,
  turnId,
  userId,
  type ErrorBody,
} from '@plinth/kernel';
import type { FetchedRecord, WireRecord } from '../transport';
import { checkTexts } from './storable-texts';

export interface DecodedMessage {
  readonly kind: 'message';
  readonly envelope: Envelope;
  readonly definition: MessageDefinition;
  /** Has passed its contract; fields that the contract does not name are gone. */
  readonly data: unknown;
}

/** A record that no try can mend: it is parked. With an envelope it belongs to a turn; a command is then answered. */
export interface Undecodable {
  readonly kind: 'undecodable';
  readonly reason: ErrorBody;
  readonly envelope?: Envelope;
}

export type DecodedRecord = DecodedMessage | Undecodable;

type Received = Pick<FetchedRecord, 'headers' | 'body' | 'appendedAtMs'>;

/** Turns a record into a message; a malformed one is a value, never an exception. */
export function decodeRecord(record: Received): DecodedRecord {
  let envelope: Envelope | undefined;
  try {
    envelope = envelopeOf(record);
    const definition = messageDefinition(envelope.type);
    if (!definition) return undecodable('unknown_type', `no message is called ${envelope.type}`, envelope);
    const parsed: unknown = parseBody(record.body);
    if (parsed === NOT_JSON) return undecodable('body_not_json', `the body of ${envelope.type} is not JSON`, envelope);
    const data = checkIncoming(definition, parsed);
    checkTexts(definition.type, data, record.body);
    return { kind: 'message', envelope, definition, data };
  } catch (error) {
    const reason =
      error instanceof MalformedHeader
        ? { code: 'header_malformed', message: error.message, retryable: false }
        : errorBodyOf(error);
    return { kind: 'undecodable', reason, ...(envelope && { envelope }) };
  }
}

function undecodable(code: string, message: string, envelope: Envelope): Undecodable {
  return { kind: 'undecodable', reason: { code, message, retryable: false }, envelope };
}

const NOT_JSON = Symbol('not JSON');

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return NOT_JSON;
  }
}

class MalformedHeader extends Error {}

type Headers = WireRecord['headers'];

function envelopeOf({ headers, appendedAtMs }: Received): Envelope {
  if (required(headers, CE.specVersion) !== SPEC_VERSION)
    throw new MalformedHeader(`${CE.specVersion} is not ${SPEC_VERSION}`);
  const session = optional(headers, CE.session);
  const turn = optional(headers, CE.turn);
  const user = optional(headers, CE.user);
  const subject = optional(headers, CE.subject);
  const causation = optional(headers, CE.causation);
  const request = optional(headers, CE.request);
  const budgetMs = optional(headers, CE.budgetMs);
  if (budgetMs !== undefined && !/^-?\d{1,15}$/.test(budgetMs))
    throw new MalformedHeader(`${CE.budgetMs} is no number`);
  return {
    id: messageId(required(headers, CE.id)),
    type: required(headers, CE.type),
    source: senderAt(required(headers, CE.source)),
    timeMs: timeOf(headers) ?? appendedAtMs,
    tenant: tenantId(required(headers, CE.tenant)),
    ...(session !== undefined && { session: sessionId(session) }),
    ...(turn !== undefined && { turn: turnId(turn) }),
    ...(user !== undefined && { user: userId(user) }),
    ...(subject !== undefined && { subject }),
    ...(causation !== undefined && { causation: messageId(causation) }),
    ...(request !== undefined && { request: requestId(request) }),
    ...(budgetMs !== undefined && { budgetMs: Number(budgetMs) }),
  };
}

function timeOf(headers: Headers): number | undefined {
  const time = optional(headers, CE.time);
  if (time === undefined) return undefined;
  const timeMs = Date.parse(time);
  if (Number.isNaN(timeMs)) throw new MalformedHeader(`${CE.time} is no instant`);
  return timeMs;
}

function optional(headers: Headers, name: string): string | undefined {
  const value: unknown = headers[name];
  if (typeof value !== 'string' || value === '') return undefined;
  const fault = textFault(value);
  if (fault) throw new MalformedHeader(`${name} holds a ${fault}`);
  return value;
}

function required(headers: Headers, name: string): string {
  const value = optional(headers, name);
  if (value === undefined) throw new MalformedHeader(`${name} is missing`);
  return value;
}
