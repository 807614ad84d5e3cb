import { PermanentError } from '@plinth/kernel';
import type { z } from 'zod';
import type { DataOf, InputOf, MessageDefinition } from './define';

const strictSchemas = new WeakMap<MessageDefinition, z.ZodObject>();

/** What a producer sends: unknown fields are refused too. Throws PermanentError `contract_violation`: a bug of the sender. */
export function checkOutgoing<D extends MessageDefinition>(definition: D, data: InputOf<D>): DataOf<D> {
  let schema = strictSchemas.get(definition);
  if (!schema) strictSchemas.set(definition, (schema = definition.schema.strict()));
  return parse(schema, definition, data) as DataOf<D>;
}

/** What a consumer reads: unknown fields are ignored, so that old and new run side by side. */
export function checkIncoming<D extends MessageDefinition>(definition: D, data: unknown): DataOf<D> {
  return parse(definition.schema, definition, data) as DataOf<D>;
}

function parse(schema: z.ZodObject, definition: MessageDefinition, data: unknown): unknown {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw new PermanentError(
    'contract_violation',
    `${definition.type}: ${issue?.code ?? 'invalid'} at ${field || 'the root'}`,
    {
      field,
      rule: issue?.code ?? 'invalid',
    },
  );
}
