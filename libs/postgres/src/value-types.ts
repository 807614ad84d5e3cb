import { types, type CustomTypesConfig } from 'pg';

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const TEXT = 25;
const TEXT_ARRAY = 1009;

type Parser = (text: string) => unknown;
const parserOf = (oid: number, format?: 'text' | 'binary') => types.getTypeParser(oid, format) as Parser;

/** How columns become values; the same for both adapters. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parser => {
    if (oid === INT8) return safeInteger;
    if (oid === INT8_ARRAY) return int8Array;
    // The driver's own makes a Date of local midnight.
    return parserOf(oid === DATE ? TEXT : oid, format);
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`int8 value ${text} does not fit a number exactly`);
  return value;
}

function int8Array(text: string): readonly (number | null)[] {
  const parts = parserOf(TEXT_ARRAY)(text) as readonly (string | null)[];
  return parts.map((part) => (part === null ? null : safeInteger(part)));
}

/** A statement's value as the driver takes it. Done before the driver does, since a value that throws there spoils its connection. */
export function toParameter(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || value instanceof Date || Buffer.isBuffer(value)) return value;
  return Array.isArray(value) ? value.map(toParameter) : JSON.stringify(value);
}
