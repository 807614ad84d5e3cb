import { z } from 'zod';
import { MESSAGES } from '../catalogue';
import type { MessageDefinition } from '../define';
import { consumerGroupOf, SERVICE_NAMES, type ServiceName } from '../service-table';
import { RETENTION_HOURS, TOPICS, type Topic, type TopicName } from '../topics';

/** The CloudEvents attributes of every message, as Kafka record headers in binary mode. */
const HEADERS = {
  type: 'object',
  required: ['ce_specversion', 'ce_id', 'ce_type', 'ce_source', 'ce_time', 'ce_tenant'],
  properties: {
    ce_specversion: { type: 'string', const: '1.0' },
    ce_id: {
      type: 'string',
      description: 'Derived from (turn, step, visit) for a command, from its command for a reply',
    },
    ce_type: { type: 'string' },
    ce_source: { type: 'string', description: '/plinth/<service>' },
    ce_time: { type: 'string', format: 'date-time' },
    ce_tenant: { type: 'string' },
    ce_session: { type: 'string' },
    ce_turn: { type: 'string' },
    ce_user: { type: 'string' },
    ce_causation: { type: 'string', description: 'The command that this message answers' },
    ce_request: { type: 'string' },
    ce_budgetms: {
      type: 'string',
      description: 'Remaining budget in milliseconds, counted from the append time of the broker',
    },
    traceparent: { type: 'string', description: 'W3C Trace Context' },
    tracestate: { type: 'string' },
  },
} as const;

type JsonDocument = Record<string, unknown>;

/** The AsyncAPI 3.0 document of the mesh: pure, the same for the same definitions. */
export function asyncApiDocument(version: string): JsonDocument {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Plinth',
      version,
      description:
        'Commands and events of the mesh. CloudEvents 1.0 in binary mode; bodies are JSON; consumers ignore unknown fields.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(Object.values(TOPICS).map((topic) => [channelId(topic.name), channel(topic)])),
    operations: Object.fromEntries(operations()),
    components: {
      messages: Object.fromEntries(MESSAGES.map((message) => [messageId(message), componentMessage(message)])),
      schemas: {
        headers: HEADERS,
        ...Object.fromEntries(MESSAGES.map((message) => [messageId(message), jsonSchema(message)])),
      },
    },
  };
}

/** The JSON Schema of a message's data as a consumer may rely on it. */
export function jsonSchema(message: MessageDefinition): JsonDocument {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(message.schema, {
    target: 'draft-7',
    io: 'input',
  }) as JsonDocument;
  return schema;
}

const channelId = (topic: TopicName): string => topic.replace(/^plinth\./, '').replaceAll('.', '_');
const messageId = (message: MessageDefinition): string => message.type.replaceAll('.', '_');
const messagesOf = (topic: TopicName): MessageDefinition[] =>
  MESSAGES.filter((message) => message.topics.includes(topic));

function channel(topic: Topic): JsonDocument {
  return {
    address: topic.name,
    title: topic.name,
    description: `${topic.description} Consumer group: ${consumerGroupOf(topic.consumer)}. Kept for ${RETENTION_HOURS} hours.`,
    messages: Object.fromEntries(
      messagesOf(topic.name).map((message) => [
        messageId(message),
        { $ref: `#/components/messages/${messageId(message)}` },
      ]),
    ),
  };
}

function componentMessage(message: MessageDefinition): JsonDocument {
  return {
    name: message.type,
    title: message.type,
    summary: message.summary,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/headers' },
    payload: { $ref: `#/components/schemas/${messageId(message)}` },
  };
}

function operations(): [string, JsonDocument][] {
  return SERVICE_NAMES.flatMap((service) =>
    topicsOf(service).map((topic): [string, JsonDocument] => [
      `${service}_receives_${channelId(topic.name)}`,
      receive(topic),
    ]),
  );
}

const topicsOf = (service: ServiceName): Topic[] => Object.values(TOPICS).filter((topic) => topic.consumer === service);

function receive(topic: Topic): JsonDocument {
  return {
    action: 'receive',
    channel: { $ref: `#/channels/${channelId(topic.name)}` },
    summary: topic.description,
    messages: messagesOf(topic.name).map((message) => ({
      $ref: `#/channels/${channelId(topic.name)}/messages/${messageId(message)}`,
    })),
  };
}
