import { MESSAGES } from '../catalogue';
import type { MessageDefinition } from '../define';
import { consumerGroupOf, SERVICE_NAMES, type ServiceName } from '../service-table';
import { DEAD_LETTER_TOPIC, TOPICS, type Topic } from '../topics';
import { exchangeOf, readerOf } from './exchange';
import {
  bindingVersion,
  channelId,
  DEAD_LETTER_ID,
  messageId,
  toChannel,
  toChannelMessage,
  type JsonDocument,
} from './references';

/**
 * Who sends and receives what. A command is sent by whoever receives its replies, and answered by whoever takes commands on its
 * topic; a reply of a receiver is what it sends.
 */
export function operations(): JsonDocument {
  const commands: readonly MessageDefinition[] = MESSAGES.filter(({ kind }) => kind === 'command');
  return Object.fromEntries([
    ...commands.flatMap(exchanges),
    ...Object.values(TOPICS).flatMap(topicOperations),
    ...SERVICE_NAMES.map(sendDeadLetters),
  ]);
}

type Operation = readonly [id: string, operation: JsonDocument];

function exchanges(command: MessageDefinition): Operation[] {
  const { sender, replyTopic, replies } = exchangeOf(command);
  const id = messageId(command);
  const answers = replies.map((reply) => toChannelMessage(replyTopic, messageId(reply)));
  const reply = { channel: toChannel(replyTopic), messages: answers };
  return command.topics.flatMap((topic): Operation[] => {
    const consumer = readerOf(topic);
    const messages = [toChannelMessage(topic, id)];
    const shared = { channel: toChannel(topic), summary: command.summary, messages, reply };
    return [
      [`${sender}_sends_${id}_to_${consumer}`, { action: 'send', ...shared }],
      [`${consumer}_receives_${id}`, { action: 'receive', ...shared, bindings: readBy(consumer) }],
    ];
  });
}

function topicOperations(topic: Topic): Operation[] {
  const { name, description } = topic;
  const onTopic = MESSAGES.filter(({ topics }: MessageDefinition) => topics.includes(name));
  const messages = onTopic.map((message) => toChannelMessage(name, messageId(message)));
  const shared = { channel: toChannel(name), summary: description, messages };
  switch (topic.kind) {
    case 'commands':
      return [];
    case 'events':
      return [
        [
          `${topic.consumer}_receives_${channelId(name)}`,
          { action: 'receive', ...shared, bindings: readBy(topic.consumer) },
        ],
      ];
    case 'announcements':
      return [[`${topic.announcer}_sends_${channelId(name)}`, { action: 'send', ...shared }]];
  }
}

function sendDeadLetters(service: ServiceName): Operation {
  const operation = {
    action: 'send',
    channel: toChannel(DEAD_LETTER_TOPIC),
    summary: `A copy of what ${service} has parked.`,
    messages: [toChannelMessage(DEAD_LETTER_TOPIC, DEAD_LETTER_ID)],
  };
  return [`${service}_sends_${channelId(DEAD_LETTER_TOPIC)}`, operation];
}

function readBy(service: ServiceName): JsonDocument {
  return { kafka: { groupId: { type: 'string', const: consumerGroupOf(service) }, bindingVersion } };
}
