import type { MessageDefinition } from '../define';
import { type DEAD_LETTER_TOPIC, type TopicName } from '../topics';

export type JsonDocument = Record<string, unknown>;
type Channel = TopicName | typeof DEAD_LETTER_TOPIC;

export const channelId = (topic: Channel): string => topic.replace(/^plinth\./, '').replaceAll(/[.-]/g, '_');
export const messageId = ({ type }: Pick<MessageDefinition, 'type'>): string => type.replaceAll('.', '_');
export const DEAD_LETTER_ID = 'dead_letter';
export const DEAD_LETTER_HEADERS_ID = 'dead_letter_headers';

export const toChannel = (topic: Channel) => ({ $ref: `#/channels/${channelId(topic)}` });
export const toChannelMessage = (topic: Channel, id: string) => ({
  $ref: `#/channels/${channelId(topic)}/messages/${id}`,
});
export const toComponent = (kind: 'messages' | 'schemas' | 'correlationIds', id: string) => ({
  $ref: `#/components/${kind}/${id}`,
});

/** The version of AsyncAPI's Kafka bindings. */
export const bindingVersion = '0.5.0';
