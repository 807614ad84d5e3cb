import type { Json, JsonObject } from '@plinth/kernel';
import type { OperationBinding } from '../../../domain/imports/operation-binding';

export interface ApiRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An argument that has no place in a request: nothing was sent. */
export interface Unplaceable {
  readonly field: string;
  readonly rule: 'path_segment' | 'header_text' | 'url';
}

/** What a header may hold (RFC 9110), so that no value begins another. */
const HEADER_TEXT = /^[\t\x20-\x7e]*$/;

/** The request that an operation asks for; pure. Every argument stays within its place: none adds a segment, a parameter or a header. */
export function requestOf(binding: OperationBinding, args: JsonObject): ApiRequest | Unplaceable {
  let { path } = binding;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, in: place } of binding.parameters) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) continue;
    if (place === 'query') for (const each of isList(value) ? value : [value]) query.append(name, textOf(each));
    else if (place === 'header') {
      headers[name.toLowerCase()] = textOf(value);
      if (!HEADER_TEXT.test(textOf(value))) return { field: name, rule: 'header_text' };
    } else {
      const segment = encodeURIComponent(textOf(value));
      if (segment === '' || segment === '.' || segment === '..') return { field: name, rule: 'path_segment' };
      path = path.replaceAll(`{${name}}`, () => segment);
    }
  }
  const url = URL.parse(`${binding.base}${path}`);
  if (!url || path.includes('{')) return { field: '', rule: 'url' };
  for (const [name, value] of query) url.searchParams.append(name, value);
  const body = binding.hasBody && args.body !== undefined ? JSON.stringify(args.body) : undefined;
  return { url, headers, body };
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
