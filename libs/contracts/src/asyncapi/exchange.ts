import { MESSAGES } from '../catalogue';
import type { MessageDefinition } from '../define';
import { commandFailed } from '../messages';
import type { ServiceName } from '../service-table';
import { TOPICS, type TopicName } from '../topics';

/** A command with what may answer it. */
export interface Exchange {
  /** Who receives the replies is who sends the command. */
  readonly sender: ServiceName;
  /** Who takes the command, and so sends a reply. */
  readonly takers: readonly ServiceName[];
  readonly replyTopic: TopicName;
  /** `command.failed` among them, where a session waits. */
  readonly replies: readonly MessageDefinition[];
}

/** Commands and their replies travel on topics that a service reads. */
export function readerOf(name: TopicName): ServiceName {
  const { consumer } = TOPICS[name];
  if (consumer === undefined) throw new Error(`no service reads ${name}`);
  return consumer;
}

export function exchangeOf(command: MessageDefinition): Exchange {
  const own = MESSAGES.filter(({ answers }: MessageDefinition) => answers === command);
  const replyTopic = own.flatMap(({ topics }) => topics)[0];
  if (replyTopic === undefined) throw new Error(`nothing answers ${command.type}`);
  const replies = commandFailed.topics.includes(replyTopic) ? [...own, commandFailed] : own;
  return { sender: readerOf(replyTopic), takers: command.topics.map(readerOf), replyTopic, replies };
}
