import type { IncomingMessage } from 'node:http';

/** Paths that take longer JSON bodies than others, such as those to which whole documents are sent. */
export interface LongBodies {
  /** Of the path, with a slash at its end: what comes below it. */
  readonly below: string;
  readonly maxBytes: number;
}

/** The largest body that the path of a request takes beyond the usual one. */
export const longBodyOf = (request: Pick<IncomingMessage, 'url'>, all: readonly LongBodies[]): LongBodies | undefined =>
  all.find(({ below }) => request.url?.startsWith(below));
