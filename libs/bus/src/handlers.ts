import { applyDecorators, UseFilters } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { MessageDefinition, TopicName } from '@plinth/contracts';
import { KeepErrorFilter } from './nest/keep-error-filter';

/** The Nest pattern of a message on a topic; `user.erase.v1` has one handler per service, hence the topic. */
export function patternOf(topic: TopicName, type: string): string {
  return `${topic}#${type}`;
}

/**
 * Marks a controller method as the handler of a message. It is called as `(data, delivery)`, where data has passed the
 * contract, and returns a HandlerResult. A TransientError is retried with back-off, then the message is parked;
 * a PermanentError or a bug parks it at once; either way a command is answered `command.failed`.
 * A message of several topics (`user.erase.v1`) needs the service's own: in one process the handlers would replace each other.
 */
export function HandleMessage(definition: MessageDefinition, topic?: TopicName): MethodDecorator {
  return handles(patternsOf(definition, topic));
}

/** The same for several messages that one method handles alike; `delivery.type` says which one came. */
export function HandleMessages(definitions: readonly MessageDefinition[]): MethodDecorator {
  return handles(definitions.flatMap((definition) => patternsOf(definition)));
}

function patternsOf({ type, topics }: MessageDefinition, topic?: TopicName): readonly string[] {
  if (!topic && topics.length > 1) throw new Error(`name the topic on which ${type} is handled`);
  return (topic ? [topic] : topics).map((name) => patternOf(name, type));
}

function handles(patterns: readonly string[]): MethodDecorator {
  return applyDecorators(MessagePattern([...patterns]), UseFilters(KeepErrorFilter));
}

/** The checked data of the message. */
export const Data = (): ParameterDecorator => Payload();
/** The Delivery: ids, budget, attempt. */
export const DeliveryContext = (): ParameterDecorator => Ctx();
