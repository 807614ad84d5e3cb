import { isIpv6 } from './address-formats';

/** RFC 3986, appendix B. */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const PCHAR = String.raw`(?:[\w.~!$&'()*+,;=:@-]|%[\da-fA-F]{2})`;
const PATH = new RegExp(`^(?:${PCHAR}|/)*$`);
const QUERY = new RegExp(`^(?:${PCHAR}|[/?])*$`);
const USER = /^(?:[\w.~!$&'()*+,;=:-]|%[\da-fA-F]{2})*$/;
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-fA-F]{2})*$/;
const FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** RFC 3986, URI-reference. */
export function isUriReference(text: string): boolean {
  const match = PARTS.exec(text);
  if (!match) return false;
  const [, scheme, authority, path = '', query = '', fragment = ''] = match;
  if (scheme !== undefined && !/^[a-z][a-z\d+.-]*$/i.test(scheme)) return false;
  if (authority !== undefined && !isAuthority(authority)) return false;
  if (authority === undefined && path.startsWith('//')) return false;
  if (scheme === undefined && authority === undefined && (path.split('/')[0] ?? '').includes(':')) return false;
  return PATH.test(path) && QUERY.test(query) && QUERY.test(fragment);
}

/** RFC 3986, URI: a reference that names its scheme. */
export const isUri = (text: string): boolean => isUriReference(text) && /^[a-z][a-z\d+.-]*:/i.test(text);

function isAuthority(authority: string): boolean {
  const at = authority.indexOf('@');
  const [user, place] = at < 0 ? ['', authority] : [authority.slice(0, at), authority.slice(at + 1)];
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(place);
  if (!match || !USER.test(user)) return false;
  const host = match[1] ?? '';
  if (!host.startsWith('[')) return NAME.test(host);
  const literal = host.slice(1, -1);
  return isIpv6(literal) || FUTURE.test(literal);
}

const LITERAL = String.raw`[^\x00-\x20"'%<>\\^\x60{|}\x7f]|%[\da-fA-F]{2}`;
const VARIABLE = String.raw`(?:\w|%[\da-fA-F]{2})(?:\.?(?:\w|%[\da-fA-F]{2}))*(?::[1-9]\d{0,3}|\*)?`;
const TEMPLATE = new RegExp(String.raw`^(?:${LITERAL}|\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\})*$`);

/** RFC 6570, URI-Template. */
export const isUriTemplate = (text: string): boolean => TEMPLATE.test(text);

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
export const isJsonPointer = (text: string): boolean => POINTER.test(text);
export function isRelativeJsonPointer(text: string): boolean {
  const steps = /^(?:0|[1-9]\d*)/.exec(text)?.[0];
  if (steps === undefined) return false;
  const rest = text.slice(steps.length);
  return rest === '#' || isJsonPointer(rest);
}
