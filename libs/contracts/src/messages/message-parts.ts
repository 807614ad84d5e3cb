import type { Json } from '@plinth/kernel';
import { z } from 'zod';
import { effectClass } from '../skill-manifest';

/** An instant as RFC 3339 in UTC with milliseconds. */
export const instant = z.iso.datetime();
export const locale = z.string().min(2).max(35).describe('BCP 47 language tag, e.g. zh-CN');
export const timeZone = z.string().min(1).max(64).describe('IANA time zone, e.g. Asia/Shanghai');
/** Any JSON value; what was parsed from JSON needs no second walk. */
const jsonValue: z.ZodType<Json> = z.unknown() as z.ZodType<Json>;
export const jsonObject = z.record(z.string(), jsonValue);

export const errorBody = z
  .object({
    code: z.string().min(1).max(64),
    message: z.string().max(2_000),
    retryable: z.boolean(),
    field: z.string().max(512).optional(),
    rule: z.string().max(128).optional(),
  })
  .describe('The one error shape; a stable code, the field and the rule that it broke.');

export const anchorKind = z.enum([
  'order_number',
  'amount',
  'date',
  'phone',
  'email',
  'file',
  'person',
  'place',
  'address',
]);

/** The parts of a Chinese address: the divisions by their present names, null where the text leaves them open, and the rest as written. */
const addressParts = z.object({
  province: z.string().max(64).nullable(),
  city: z.string().max(64).nullable(),
  county: z.string().max(64).nullable(),
  detail: z.string().max(256),
});

/** A value found in a text by a deterministic rule. Offsets are UTF-16 code units, end exclusive. */
export const anchor = z.object({
  kind: anchorKind,
  text: z.string().max(512),
  value: z
    .string()
    .max(512)
    .describe(
      'Normalised: an order number upper-cased, a date ISO 8601, an amount as a decimal, a person by the name in the contacts',
    ),
  unit: z.string().max(16).optional().describe('ISO 4217 currency of an amount'),
  bound: z.enum(['about', 'at_least', 'at_most']).optional().describe('What an amount is when it is not exact'),
  address: addressParts.optional().describe('The parts of an address'),
  candidates: z
    .array(z.string().max(128))
    .max(8)
    .optional()
    .describe('The contacts that a person may be, when there are several'),
  contact_id: z.string().max(128).optional().describe('The contact that a person is'),
  start: z.int().min(0),
  end: z.int().min(0),
});
export type Anchor = z.output<typeof anchor>;

/** What a skill gave during a turn, as later steps may rest on it. */
export const skillResult = z.object({
  command_id: z.string(),
  skill: z.string(),
  version: z.string(),
  status: z.enum(['succeeded', 'failed', 'unknown']),
  effect: effectClass,
  result: jsonObject.optional(),
  receipt: jsonObject.optional(),
  error_code: z.string().optional(),
});
export type SkillResult = z.output<typeof skillResult>;

/** A reply before or after its verdict. With a template, `text` is the template filled with `slots`. */
export const draft = z.object({
  text: z.string().max(32_768),
  template: z.string().max(32_768).optional().describe('Text with {{slot}} places'),
  slots: z.record(z.string(), z.string()),
});
export type Draft = z.output<typeof draft>;

/** The flow that decides a turn, pinned by the hash of its content (T4). */
export const flowPin = z.object({ name: z.string(), hash: z.string(), state: z.string() });
export type FlowPin = z.output<typeof flowPin>;
