import { histogram } from '@plinth/telemetry';
import type { NextFunction, Request, Response } from 'express';
import { routesOfPath } from './route-layers';
import { routeOf } from './route-of';

/** In place of a status when the client did not wait for the answer. */
const CLIENT_GONE = '499';

/**
 * Times every request by the template of its route, one too that was refused before it came there (405, 413, 415, a broken body);
 * `unmatched` where its path has none. `layers` are those of the router of the application.
 */
export function requestMetrics(layers: () => readonly object[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const beganMs = performance.now();
    const { path } = request;
    response.once('close', () => {
      const labels = {
        http_route: routeOf(request) ?? templateOf(layers(), request.method, path) ?? 'unmatched',
        http_request_method: request.method,
        http_response_status_code: response.writableFinished ? String(response.statusCode) : CLIENT_GONE,
      };
      histogram('http_server_request_duration_seconds').observe(labels, (performance.now() - beganMs) / 1_000);
    });
    next();
  };
}

function templateOf(layers: readonly object[], method: string, path: string): string | undefined {
  try {
    const routes = routesOfPath(layers, path);
    return (routes.find(({ methods }) => methods.includes(method)) ?? routes[0])?.template;
  } catch {
    // A path that cannot be decoded comes to no route.
    return undefined;
  }
}
