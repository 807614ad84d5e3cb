import { isRecord, type JsonRecord } from '@plinth/json-schema';

/** The value at a reference into the same document, by a JSON pointer (RFC 6901) through objects; nothing else is followed. */
export function pointedAt(document: JsonRecord, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), document);
}
