import { refuse, type Refusal } from '@plinth/kernel';

/** A form that names a device or opens a door, and never a person; `also` tests what a form alone does not say. */
interface ForbiddenForm {
  readonly rule: 'device_id' | 'token';
  readonly what: string;
  readonly form: RegExp;
  readonly also?: (text: string) => boolean;
  /** Ids that we give out look so too. */
  readonly may?: 'be_ours';
}

/** Bodies that report IMEIs (GSMA TS.06); the digits of an account seldom begin so and pass the check digit too. */
const IMEI = /^(?:01|35|86|91|98|99)\d{13}$/;

const FORBIDDEN: readonly ForbiddenForm[] = [
  { rule: 'device_id', what: 'an IMEI', form: IMEI, also: passesLuhn },
  { rule: 'device_id', what: 'a MAC address', form: /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i },
  { rule: 'device_id', what: 'a MAC address', form: /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i },
  { rule: 'device_id', what: 'a MAC address', form: /^(?:[0-9a-f]{12}|[0-9A-F]{12})$/, also: mixesDigitsAndLetters },
  { rule: 'device_id', what: 'a UUID', form: /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i, may: 'be_ours' },
  {
    rule: 'device_id',
    what: 'a device id of 32, 40 or 64 hexadecimal digits',
    form: /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i,
    may: 'be_ours',
  },
  { rule: 'device_id', what: 'an Android id', form: /^[0-9a-f]{16}$/, also: mixesDigitsAndLetters, may: 'be_ours' },
  { rule: 'device_id', what: 'an iOS device id', form: /^0000[0-9A-F]{4}-[0-9A-F]{16}$/ },
  {
    rule: 'device_id',
    what: 'a device id',
    form: /^(?:imei|meid|mac|udid|idfa|idfv|gaid|oaid|android[_-]?id|device(?:[_-]?id)?|serial)[:=#/]/i,
  },
  { rule: 'token', what: 'a JWT', form: /^eyJ[\w-]{5,}\.[\w-]{2,}\.[\w-]*$/ },
  { rule: 'token', what: 'an authorisation header', form: /^(?:bearer|basic|token)[ :=]/i },
  {
    rule: 'token',
    what: 'a key',
    form: /^(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|AKIA|ASIA|AIza|ya29\.)[-_]?[\w-]{15,}$/,
  },
  { rule: 'token', what: 'a long random text', form: /^[\w+/=-]{40,}$/, also: mixesDigitsAndLetters, may: 'be_ours' },
];

/**
 * Why a text may not stand for a person (M22): a device changes hands and a token expires, a person stays. Only the form is judged.
 * An id of a channel (an open id, an account number, an address, a telephone number) passes.
 */
export function refuseExternalId(
  text: string,
  field: string,
  whose: 'of_a_channel' | 'of_ours' = 'of_a_channel',
): Refusal | undefined {
  const found = FORBIDDEN.find(
    ({ form, also, may }) => !(may === 'be_ours' && whose === 'of_ours') && form.test(text) && (also?.(text) ?? true),
  );
  if (!found) return undefined;
  return refuse('invalid', 'not_an_identity', `\`${field}\` is ${found.what}, which does not name a person.`, {
    field,
    rule: found.rule,
  });
}

function mixesDigitsAndLetters(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text);
}

/** The check digit of ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits).reduce((total, digit, i) => {
    const doubled = (digits.length - i) % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
