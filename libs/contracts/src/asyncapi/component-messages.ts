import { z } from 'zod';
import { MESSAGES } from '../catalogue';
import type { MessageDefinition } from '../define';
import { CE, CONTENT_TYPE, DEAD_LETTER, sourceOf, SPEC_VERSION } from '../record-headers';
import { memoryAssemble, skillOutcome } from '../messages';
import { EXAMPLES } from './examples';
import type { ServiceName } from '../service-table';
import { TOPICS } from '../topics';
import { exchangeOf } from './exchange';
import {
  bindingVersion,
  DEAD_LETTER_HEADERS_ID,
  DEAD_LETTER_ID,
  messageId,
  toComponent,
  type JsonDocument,
} from './references';

/** Every message of the mesh, and the dead letter, which is a copy of any of them. */
export function componentMessages(): JsonDocument {
  const own = MESSAGES.map((message) => [messageId(message), componentOf(message)] as const);
  return Object.fromEntries([...own, [DEAD_LETTER_ID, DEAD_LETTER_MESSAGE]]);
}

/** The JSON Schema of a message's data as a consumer may rely on it. */
export function dataSchema(message: MessageDefinition): JsonDocument {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(message.schema, {
    target: 'draft-7',
    io: 'input',
  }) as JsonDocument;
  return schema;
}

const keyBinding = (key: JsonDocument) => ({ kafka: { key: { type: 'string', ...key }, bindingVersion } });
const ORDER_KEY = {
  description:
    'The order key: <tenant>/s/<session>, or <tenant>/u/<user> for what belongs to no session, or <tenant>/x/<subject> for an announcement, each part percent-encoded. Messages of one key are delivered one after another.',
  pattern: '^[^/]+/[sux]/[^/]+$',
};

function componentOf(message: (typeof MESSAGES)[number]): JsonDocument {
  const headers = exampleHeaders(message);
  return {
    name: message.type,
    title: message.type,
    summary: message.summary,
    contentType: CONTENT_TYPE,
    headers: toComponent('schemas', 'headers'),
    payload: toComponent('schemas', messageId(message)),
    correlationId: toComponent('correlationIds', message.kind),
    bindings: keyBinding(ORDER_KEY),
    examples: [{ name: message.type, headers, payload: EXAMPLES[message.type] }],
  };
}

const DEAD_LETTER_MESSAGE: JsonDocument = {
  name: DEAD_LETTER_ID,
  title: 'Dead letter',
  summary: 'The record that was parked, as it came, with the reason in its headers.',
  headers: toComponent('schemas', DEAD_LETTER_HEADERS_ID),
  payload: { description: 'The body of the record, whatever it is' },
  bindings: keyBinding({ description: 'The key of the record' }),
  examples: [
    {
      name: DEAD_LETTER_ID,
      headers: {
        [CE.specVersion]: SPEC_VERSION,
        [CE.id]: '6c1f0b8f-7a11-5f0e-9d2b-4f9c1d1e6a52',
        [CE.type]: 'memory.end.v1',
        [DEAD_LETTER.consumer]: 'memory',
        [DEAD_LETTER.parkingKey]: 'default/s/c-1/t/t-1',
        [DEAD_LETTER.errorCode]: 'contract_violation',
        [DEAD_LETTER.originTopic]: 'plinth.memory.commands',
        [DEAD_LETTER.originPartition]: '3',
        [DEAD_LETTER.originOffset]: '1024',
      },
      payload: { user_id: 5 },
    },
  ],
};

function exampleHeaders(message: MessageDefinition): JsonDocument {
  const announced = message.topics.map((topic) => TOPICS[topic]).find(({ kind }) => kind === 'announcements');
  if (announced?.kind === 'announcements') return announcementHeaders(message, announced.announcer);
  if (message === skillOutcome) return reportHeaders(message);
  const sent = message.kind === 'command';
  const { sender, takers, replyTopic } = exchangeOf(sent ? message : (message.answers ?? memoryAssemble));
  const [taker = sender] = takers;
  return {
    ...commonHeaders(message, sent ? sender : taker),
    ...(replyTopic === 'plinth.user.events' ? { [CE.user]: 'lin' } : { [CE.session]: 'c-1', [CE.turn]: 't-1' }),
    ...(sent ? {} : { [CE.causation]: 'c0ffee00-0000-5000-8000-000000000002' }),
    ...(message.expires === true && { [CE.budgetMs]: '1800' }),
    ...TRAILING_HEADERS,
  };
}

const announcementHeaders = (message: MessageDefinition, announcer: ServiceName): JsonDocument => ({
  ...commonHeaders(message, announcer),
  [CE.subject]: 'get_order_status',
  ...TRAILING_HEADERS,
});

/** Most that report what they have seen are none of ours. */
const reportHeaders = (message: MessageDefinition): JsonDocument => ({
  ...commonHeaders(message, 'orchestrator'),
  [CE.source]: '/help-desk',
  ...{ [CE.session]: 'c-1', [CE.turn]: 't-1' },
  ...TRAILING_HEADERS,
});

const commonHeaders = (message: MessageDefinition, source: ServiceName): JsonDocument => ({
  [CE.specVersion]: SPEC_VERSION,
  [CE.id]: '6c1f0b8f-7a11-5f0e-9d2b-4f9c1d1e6a52',
  [CE.type]: message.type,
  [CE.source]: sourceOf(source),
  [CE.time]: '2026-01-02T03:04:05.006Z',
  [CE.tenant]: 'default',
});

const TRAILING_HEADERS: JsonDocument = {
  [CE.contentType]: CONTENT_TYPE,
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};
