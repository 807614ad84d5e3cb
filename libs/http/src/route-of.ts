import type { Request } from 'express';

/** The template of the route that a request came to, such as `/v1/turns/:turn`. */
export function routeOf(request: Request): string | undefined {
  const path: unknown = (request.route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : undefined;
}
