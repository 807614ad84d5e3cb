import type { PipeTransform } from '@nestjs/common';
import { refuse, type Refusal } from '@plinth/kernel';
import type { z } from 'zod';
import { orThrow } from '../errors/http-refusal';
import { brokenRule } from './broken-rule';
import { inputFault } from './text-faults';

/**
 * An input as its schema types it, or a refusal that names the first field at fault and the rule that it broke.
 * Texts that cannot be stored and JSON that nests too deep are refused wherever they are. Use `z.strictObject`, so that
 * an unknown field is named and not dropped.
 */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): T | Refusal {
  const fault = inputFault(value);
  if (fault) return fault;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { field, rule, reason } = brokenRule(parsed.error.issues, value);
  if (field === '') return refuse('invalid', 'invalid_request', `The body ${reason}.`, { rule });
  return refuse('invalid', 'invalid_request', `\`${field}\` ${reason}.`, { field, rule });
}

/** The same for a body, whose absence has a message of its own. */
export function parseBody<T>(schema: z.ZodType<T>, value: unknown): T | Refusal {
  if (value !== undefined) return parseInput(schema, value);
  return refuse('invalid', 'body_required', 'Send a JSON body with Content-Type: application/json.', {
    rule: 'required',
  });
}

/** `@Body(validBody(schema)) body: z.infer<typeof schema>` */
export function validBody<T>(schema: z.ZodType<T>): PipeTransform<unknown, T> {
  return pipeBy(schema, (value) => orThrow(parseBody(schema, value)));
}

/** `@Query(valid(schema))` or `@Param(valid(schema))`; the values are texts, so the schema coerces. */
export function valid<T>(schema: z.ZodType<T>): PipeTransform<unknown, T> {
  return pipeBy(schema, (value) => orThrow(parseInput(schema, value)));
}

const schemas = new WeakMap<object, z.ZodType>();

/** A pipe of its own that takes what `schema` says; the API's document says so too. */
export function pipeBy<T>(schema: z.ZodType, transform: (value: unknown) => T): PipeTransform<unknown, T> {
  const pipe = { transform };
  schemas.set(pipe, schema);
  return pipe;
}

/** What a pipe of ours takes. */
export const schemaOfPipe = (pipe: unknown): z.ZodType | undefined =>
  typeof pipe === 'object' && pipe !== null ? schemas.get(pipe) : undefined;
