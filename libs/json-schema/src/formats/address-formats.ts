const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
const ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Printable ASCII; a quote or a backslash only behind a backslash. */
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

export const isIpv4 = (text: string): boolean => IPV4.test(text);

/** RFC 4291, 2.2; without a zone. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const embedded = last.includes('.') && halves.at(-1) !== '';
  const words = embedded ? groups.slice(0, -1) : groups;
  if (embedded && !isIpv4(last)) return false;
  const count = words.length + (embedded ? 2 : 0);
  return words.every((word) => /^[\da-f]{1,4}$/i.test(word)) && (halves.length === 2 ? count <= 7 : count === 8);
}

/** RFC 5321, 4.1.2: a mailbox in ASCII. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || local.length > 64 || domain.length > 255) return false;
  return (ATOM.test(local) || QUOTED.test(local)) && isMailDomain(domain);
}

function isMailDomain(domain: string): boolean {
  const literal = /^\[(?:(IPv6:)(.*)|(.*))\]$/i.exec(domain);
  if (literal) return literal[1] ? isIpv6(literal[2] ?? '') : isIpv4(literal[3] ?? '');
  return domain.split('.').every((label) => LABEL.test(label));
}

export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
