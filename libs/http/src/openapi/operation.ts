import 'reflect-metadata';
import type { z } from 'zod';

/** What a success of a route is, by its status, for people who read the API. */
export type Successes = Readonly<Record<number, string>>;

export interface OperationDetails {
  /** What the body holds where the route reads it by itself; `none` for a route that takes none. */
  readonly body?: z.ZodType | 'none';
  /** Of parameters of the path that the handler checks by itself. */
  readonly path?: Readonly<Record<string, z.ZodType>>;
  /** Media types of successes, JSON unless said. */
  readonly produces?: readonly string[];
}

export interface Operation extends OperationDetails {
  readonly summary: string;
  readonly successes: Successes;
}

type Handler = (...given: never[]) => unknown;

const operations = new WeakMap<object, Operation>();

/**
 * Tells in the OpenAPI document what a route does: `@Describe('Calls a skill.', { 200: 'Its result.', 202: 'It goes on.' })`.
 * What goes in, and the scopes, are read from the route itself.
 */
export function Describe(summary: string, successes: Successes, details: OperationDetails = {}) {
  return (_target: object, _name: string | symbol, { value }: { readonly value?: Handler }): void => {
    if (value) operations.set(value, { summary, successes, ...details });
  };
}

export const operationOf = (handler: object): Operation | undefined => operations.get(handler);
