import { orThrow, parseInput } from '@plinth/http';
import { z } from 'zod';
import { AHEAD, isAhead } from '../../../domain/items/stamp';

/** Parts that several bodies of memory's HTTP interface share. */
export const id = z.string().min(1).max(128);
/** Before it, in 1973, numbers are taken for seconds. */
const LEAST_MS = 100_000_000_000;
const LAST_MS = 8_640_000_000_000_000;
const milliseconds = z
  .int()
  .max(LAST_MS)
  .refine((ms) => ms >= LEAST_MS, {
    error: 'must be milliseconds since 1970 and looks like seconds; a time before March 1973 is told by ISO 8601',
    params: { rule: 'milliseconds' },
  });
const dateTime = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
/** ISO 8601 with an offset, or milliseconds since 1970; out comes the latter. */
export const instant = z.union([dateTime, milliseconds]);
/** The same in a query, where all is text. */
export const instantText = z.union([
  dateTime,
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(milliseconds),
]);
const DAY_MS = 86_400_000;
const day = (offsetMs: number) => z.iso.date().transform((text) => Date.parse(`${text}T00:00:00Z`) + offsetMs);
/** An instant, or a day of UTC from its start. */
export const since = z.union([day(0), dateTime, milliseconds]);
/** An instant, or a day of UTC until its end. */
export const until = z.union([day(DAY_MS), dateTime, milliseconds]);
/** The same, or for as long as nothing else is said. */
export const untilSuperseded = z.union([z.literal('until_superseded'), day(DAY_MS), dateTime, milliseconds]);
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
/** As documents are called by who keeps them: no list of ours, so that an unknown one finds nothing. */
export const docType = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);
/** Of what is stored. */
export const language = z.enum(['zh', 'en']);

const keyHeader = z.object({ 'Idempotency-Key': z.string().regex(/^[\x21-\x7e]{1,255}$/) });
/** The key of a request, if it has one, to be spread into it. */
export function keyOf(header: string | undefined): { idempotencyKey?: string } {
  if (header === undefined) return {};
  return { idempotencyKey: orThrow(parseInput(keyHeader, { 'Idempotency-Key': header }))['Idempotency-Key'] };
}

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
