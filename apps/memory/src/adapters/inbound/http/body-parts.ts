import { z } from 'zod';
import { AHEAD, isAhead } from '../../../domain/items/stamp';

/** Parts that several bodies of memory's HTTP interface share. */
export const id = z.string().min(1).max(128);
/** ISO 8601 with an offset, or milliseconds since 1970; out comes the latter. */
export const instant = z.union([
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  z.int().min(0).max(8_640_000_000_000_000),
]);
/** When something was said or seen: no clock of a client is far ahead. */
export const stamp = instant.refine((ms) => !isAhead(ms, Date.now()), {
  error: AHEAD.error,
  params: { rule: AHEAD.rule },
});
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'is no IANA time zone', params: { rule: 'time_zone' } });
/** A name that a person can say and a citation or a heading can hold: of documents, versions, departments. */
export const label = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\p{L}\p{N}](?:[\p{L}\p{N}._ -]*[\p{L}\p{N}])?$/u);
export const locale = z.string().max(35);
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** Zones that were asked for already: to ask the platform costs a tenth of a recall. Bounded, since any mixture of cases is a name. */
const known = new Set<string>();
const MOST_KNOWN = 1_000;

function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (known.size < MOST_KNOWN) known.add(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
