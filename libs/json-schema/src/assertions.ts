import { canonicalJson, type Json } from '@plinth/kernel';
import { FORMATS } from './formats/formats';
import { isMultipleOf, isRecord, sameJson, TYPES } from './json-values';
import { linearPattern, matchingCost } from './linear-pattern';

/** A keyword that looks at a value as a whole. */
export interface Assertion {
  /** What a check of it costs, in steps of a run; one if it says nothing. */
  cost?(value: unknown): number;
  holds(value: unknown): boolean;
  /** What it asks for, by words of the schema. */
  readonly params: Readonly<Record<string, Json>>;
}

type Make = (argument: unknown) => Assertion;

const numeric =
  (holds: (value: number, limit: number) => boolean): Make =>
  (argument) => ({
    params: { limit: Number(argument) },
    holds: (value) => typeof value !== 'number' || holds(value, Number(argument)),
  });
const sized =
  (sizeOf: (value: unknown) => number | undefined, holds: (size: number, limit: number) => boolean): Make =>
  (argument) => ({
    params: { limit: Number(argument) },
    holds: (value) => {
      const size = sizeOf(value);
      return size === undefined || holds(size, Number(argument));
    },
  });

/** In code points. */
const textLength = (value: unknown): number | undefined => (typeof value === 'string' ? [...value].length : undefined);
const listLength = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const nameCount = (value: unknown): number | undefined => (isRecord(value) ? Object.keys(value).length : undefined);
const atMost = (size: number, limit: number): boolean => size <= limit;
const atLeast = (size: number, limit: number): boolean => size >= limit;

/** What the keyword allows is part of the contract, so that it may be told. */
const told = (argument: unknown): Json => JSON.parse(JSON.stringify(argument)) as Json;

export const ASSERTIONS: Readonly<Record<string, Make>> = {
  type: (argument) => {
    const tests = [argument].flat().map((name) => TYPES[String(name)]);
    return { params: { types: told([argument].flat()) }, holds: (value) => tests.some((test) => test?.(value)) };
  },
  enum: (argument) => {
    const allowed = Array.isArray(argument) ? (argument as readonly unknown[]) : [];
    const plain = new Set(allowed.filter((each) => typeof each !== 'object' || each === null));
    const others = allowed.filter((each) => !plain.has(each));
    return {
      params: { allowed: told(allowed) },
      holds: (value) => plain.has(value) || others.some((each) => sameJson(each, value)),
    };
  },
  const: (argument) => ({ params: { allowed: [told(argument)] }, holds: (value) => sameJson(argument, value) }),
  multipleOf: numeric(isMultipleOf),
  maximum: numeric(atMost),
  minimum: numeric(atLeast),
  exclusiveMaximum: numeric((value, limit) => value < limit),
  exclusiveMinimum: numeric((value, limit) => value > limit),
  maxLength: sized(textLength, atMost),
  minLength: sized(textLength, atLeast),
  maxItems: sized(listLength, atMost),
  minItems: sized(listLength, atLeast),
  maxProperties: sized(nameCount, atMost),
  minProperties: sized(nameCount, atLeast),
  uniqueItems: (argument) => ({
    params: {},
    holds: (value) => argument !== true || !Array.isArray(value) || areUnique(value),
  }),
  pattern: (argument) => {
    const pattern = linearPattern(String(argument));
    return {
      params: { pattern: String(argument) },
      cost: (value) => (typeof value === 'string' ? matchingCost(pattern, value) : 1),
      holds: (value) => typeof value !== 'string' || pattern.matches(value),
    };
  },
};

export const formatAssertion: Make = (argument) => ({
  params: { format: String(argument) },
  holds: FORMATS[String(argument)] ?? (() => true),
});

function areUnique(values: readonly unknown[]): boolean {
  const texts = new Set(values.map((value) => canonicalJson(value)));
  return texts.size === values.length;
}
