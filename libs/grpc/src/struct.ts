import type { Json, JsonObject } from '@plinth/kernel';
import { z } from 'zod';

/** `google.protobuf.Struct` and its parts as their loader names them. */
export interface Struct {
  readonly fields?: Readonly<Record<string, StructValue>>;
}
export interface StructValue {
  readonly nullValue?: 'NULL_VALUE';
  readonly numberValue?: number;
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly structValue?: Struct;
  readonly listValue?: { readonly values?: readonly StructValue[] };
}

export function structOf(object: JsonObject): Struct {
  return { fields: Object.fromEntries(Object.entries(object).map(([name, value]) => [name, valueOf(value)])) };
}

function valueOf(value: Json): StructValue {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return isList(value) ? { listValue: { values: value.map(valueOf) } } : { structValue: structOf(value) };
}

const isList = (value: readonly Json[] | JsonObject): value is readonly Json[] => Array.isArray(value);

/** More levels than any contract has: what nests deeper comes back as `too_deep`, and so never exhausts the stack. */
const MAX_LEVELS = 64;

export type StructFault = 'too_deep' | 'not_json';

/** The object that a Struct holds. `not_json`: it holds NaN, an infinity, or a value of no kind. */
export function jsonOfStruct(struct: Struct): JsonObject | StructFault {
  try {
    return objectOf(struct, MAX_LEVELS);
  } catch (error) {
    if (error instanceof Unreadable) return error.fault;
    throw error;
  }
}

class Unreadable extends Error {
  constructor(readonly fault: StructFault) {
    super(fault);
  }
}

function objectOf({ fields = {} }: Struct, levels: number): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, jsonOf(value, levels - 1)]));
}

function jsonOf(value: StructValue, levels: number): Json {
  if (levels <= 0) throw new Unreadable('too_deep');
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.numberValue !== undefined && Number.isFinite(value.numberValue)) return value.numberValue;
  if (value.boolValue !== undefined) return value.boolValue;
  if (value.structValue) return objectOf(value.structValue, levels);
  if (value.listValue) return (value.listValue.values ?? []).map((part) => jsonOf(part, levels - 1));
  if (value.nullValue !== undefined) return null;
  throw new Unreadable('not_json');
}

/** A Struct of a request as the object that it holds, for the input rules of a method. */
export const structInput = z.unknown().transform((message, context): JsonObject => {
  const found = isStruct(message) ? jsonOfStruct(message) : 'not_json';
  if (typeof found !== 'string') return found;
  context.addIssue({ code: 'custom', message: found === 'too_deep' ? 'nests too deep' : 'holds what JSON has not' });
  return z.NEVER;
});

/** What the loader gives for a field of this type is one, or absent. */
const isStruct = (message: unknown): message is Struct => typeof message === 'object' && message !== null;
