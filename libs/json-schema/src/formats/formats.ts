import { isDate, isDateTime, isDuration, isTime } from './date-formats';
import { isEmail, isIpv4, isIpv6, isUuid } from './address-formats';
import { isJsonPointer, isRelativeJsonPointer, isUri, isUriReference, isUriTemplate } from './reference-formats';

/** A text of such a format beyond it is not looked at: no format that is checked here is longer. */
const MAX_FORMATTED_LENGTH = 8_192;

type FormatCheck = (value: unknown) => boolean;

const ofText =
  (check: (text: string) => boolean): FormatCheck =>
  (value) =>
    typeof value !== 'string' || (value.length <= MAX_FORMATTED_LENGTH && check(value));
const ofNumber =
  (check: (value: number) => boolean): FormatCheck =>
  (value) =>
    typeof value !== 'number' || check(value);
const anything: FormatCheck = () => true;

/** Formats that are checked, by the document that defines each; the last lines are OpenAPI's. */
export const FORMATS: Readonly<Record<string, FormatCheck>> = {
  date: ofText(isDate),
  time: ofText(isTime),
  'date-time': ofText(isDateTime),
  duration: ofText(isDuration),
  email: ofText(isEmail),
  ipv4: ofText(isIpv4),
  ipv6: ofText(isIpv6),
  uuid: ofText(isUuid),
  uri: ofText(isUri),
  'uri-reference': ofText(isUriReference),
  'uri-template': ofText(isUriTemplate),
  'json-pointer': ofText(isJsonPointer),
  'relative-json-pointer': ofText(isRelativeJsonPointer),
  regex: ofText(isRegex),
  int32: ofNumber((value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 31 - (value < 0 ? 0 : 1)),
  int64: ofNumber(Number.isInteger),
  float: anything,
  double: anything,
  password: anything,
  byte: ofText((text) => /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)),
};

/** Formats that generators of schemas write beside a pattern, which does the work. */
export const FORMATS_BY_PATTERN: ReadonlySet<string> = new Set([
  ...['base64', 'base64url', 'cidrv4', 'cidrv6', 'cuid', 'cuid2', 'e164', 'emoji', 'guid', 'hex', 'hostname'],
  ...['jwt', 'ksuid', 'lowercase', 'mac', 'nanoid', 'ulid', 'uppercase', 'xid'],
]);

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
