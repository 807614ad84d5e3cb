import type { z } from 'zod';
import type { TopicName } from './topics';

/**
 * One definition per message: it gives the TypeScript type, the JSON Schema, the runtime check and the AsyncAPI entry.
 * Schemas are `z.object`: producers check strictly (an unknown field is a bug), consumers ignore unknown fields.
 */
export interface MessageDefinition<Type extends string = string, Schema extends z.ZodObject = z.ZodObject> {
  /** Versioned: `memory.assemble.v1`; commands are imperative, events past tense. */
  readonly type: Type;
  readonly kind: 'command' | 'event';
  /** Where it travels; only `user.erase.v1` goes to several topics. */
  readonly topics: readonly TopicName[];
  readonly summary: string;
  readonly schema: Schema;
  /** The command that the event answers; without it, any command of a session. */
  readonly answers?: MessageDefinition;
  /** Whether the command answers `command.failed{expired}` once its budget is spent in the queue. */
  readonly expires?: boolean;
}

export type DataOf<Definition> = Definition extends MessageDefinition<string, infer Schema> ? z.output<Schema> : never;
export type InputOf<Definition> = Definition extends MessageDefinition<string, infer Schema> ? z.input<Schema> : never;

type Options<Schema extends z.ZodObject> = {
  readonly topics: readonly TopicName[];
  readonly summary: string;
  readonly schema: Schema;
  readonly answers?: MessageDefinition;
  readonly expires?: boolean;
};

export function defineCommand<Type extends string, Schema extends z.ZodObject>(
  type: Type,
  options: Options<Schema>,
): MessageDefinition<Type, Schema> {
  return { type, kind: 'command', ...options };
}

export function defineEvent<Type extends string, Schema extends z.ZodObject>(
  type: Type,
  options: Options<Schema>,
): MessageDefinition<Type, Schema> {
  return { type, kind: 'event', ...options };
}
