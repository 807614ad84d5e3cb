import { MAX_TEXT_BYTES, memorySpace } from '@plinth/contracts';
import { utf8Bytes } from '@plinth/kernel';
import { z } from 'zod';

/** Ids of clients: printable, without blanks at the ends, short; they become keys and headers. */
const clientId = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\p{L}\p{N}\p{P}\p{S}]+( [\p{L}\p{N}\p{P}\p{S}]+)*$/u);

const timeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, { error: 'must be an IANA time zone, e.g. Asia/Shanghai', params: { rule: 'time_zone' } });

const locale = z
  .string()
  .min(2)
  .max(35)
  .refine(isLocale, { error: 'must be a BCP 47 language tag, e.g. zh-CN', params: { rule: 'locale' } });

const text = z
  .string()
  .refine((value) => value.trim() !== '', { error: 'must not be empty', params: { rule: 'not_empty' } })
  .refine((value) => utf8Bytes(value) <= MAX_TEXT_BYTES, {
    error: `must be at most ${MAX_TEXT_BYTES} bytes long in UTF-8`,
    params: { rule: 'max_bytes' },
  });

const MAX_ATTRIBUTES_BYTES = 16 * 1024;

/** The body of `POST /v1/turns`. Exactly one of `user_id` and `user`, unless the key itself belongs to a user. */
export const turnBody = z
  .strictObject({
    session_id: clientId(128),
    user_id: clientId(128).optional(),
    user: z.strictObject({ channel: clientId(64), external_id: clientId(256) }).optional(),
    text,
    locale: locale.optional(),
    time_zone: timeZone.optional(),
    attributes: z
      .record(z.string(), z.json())
      .refine((value) => utf8Bytes(JSON.stringify(value)) <= MAX_ATTRIBUTES_BYTES, {
        error: `must be at most ${MAX_ATTRIBUTES_BYTES} bytes long as JSON`,
        params: { rule: 'max_bytes' },
      })
      .refine(({ space }) => space === undefined || memorySpace.safeParse(space).success, {
        error: 'must be a text of 1 to 64 characters',
        path: ['space'],
        params: { rule: 'space' },
      })
      .optional(),
  })
  .refine((body) => body.user_id === undefined || body.user === undefined, {
    error: 'must not stand beside `user_id`',
    path: ['user'],
    params: { rule: 'one_user' },
  });
export type TurnBody = z.output<typeof turnBody>;

/** The path of `DELETE /v1/sessions/{session}`. */
export const sessionPath = z.strictObject({ session: clientId(128) });
export type SessionPath = z.output<typeof sessionPath>;

/** The query of `GET /v1/turns/{turn}`. */
export const turnReading = z.strictObject({
  /** Reads as this user may read it. */
  viewer_id: clientId(128).optional(),
});
export type TurnReading = z.output<typeof turnReading>;

export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x21-\x7e]+$/);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
