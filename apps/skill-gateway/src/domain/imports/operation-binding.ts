import { z } from 'zod';

export const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** How the arguments of a skill become a request of an HTTP API. */
export interface OperationBinding {
  /** `http(s)://host/path`, without a slash at the end. */
  readonly base: string;
  readonly method: Method;
  /** With parameters in braces, as the document has it. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' | 'header' }[];
  /** The argument `body` is sent as JSON. */
  readonly hasBody: boolean;
}

const SCHEME = 'openapi+';

const query = z.object({
  method: z.enum(METHODS),
  path: z.string().startsWith('/'),
  in: z.array(z.string().regex(/^(path|query|header):./s)),
  body: z.enum(['', 'json']),
});

/** The binding as the address of a provider, from which it can be read again. */
export function bindingUrl({ base, method, path, parameters, hasBody }: OperationBinding): string {
  const told = new URLSearchParams({ method, path, body: hasBody ? 'json' : '' });
  for (const { name, in: place } of parameters) told.append('in', `${place}:${name}`);
  return `${SCHEME}${base}?${told.toString()}`;
}

/** Undefined for an address of another form. */
export function bindingIn(url: string): OperationBinding | undefined {
  const at = url.startsWith(SCHEME) ? URL.parse(url.slice(SCHEME.length)) : null;
  if (!at || !/^https?:$/.test(at.protocol)) return undefined;
  const { searchParams: told } = at;
  const read = query.safeParse({
    ...{ method: told.get('method'), path: told.get('path'), body: told.get('body'), in: told.getAll('in') },
  });
  if (!read.success) return undefined;
  const { method, path, in: places, body } = read.data;
  return {
    ...{ base: `${at.origin}${at.pathname.replace(/\/$/, '')}`, method, path, hasBody: body === 'json' },
    parameters: places.map((place) => {
      const [kind = '', ...name] = place.split(':');
      return { name: name.join(':'), in: kind === 'path' || kind === 'header' ? kind : 'query' };
    }),
  };
}
