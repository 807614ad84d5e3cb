import { env } from './define-config';
import { optional } from './env-parser';
import { envText, envUrl } from './env-parsers';

/** What a client of an OpenAI-compatible server is told of it. */
export interface ModelServer {
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
}

/** The variables of such a server: `url` says in its description what happens without one. */
export function modelServerVariables(
  names: Readonly<Record<'url' | 'model' | 'key', string>>,
  described: Readonly<Record<'url' | 'model', string>>,
) {
  return {
    url: env(names.url, envUrl(optional), described.url),
    model: env(names.model, envText(optional), described.model),
    key: env(names.key, envText(optional), 'Key for that server.'),
  };
}

/** Undefined unless the server and the model are both named; `allOrNone` is the rule that refuses half of them. */
export function modelServerOf(
  url: string | undefined,
  model: string | undefined,
  apiKey: string | undefined,
): ModelServer | undefined {
  if (url === undefined || model === undefined) return undefined;
  return { url, model, ...(apiKey === undefined ? {} : { apiKey }) };
}
