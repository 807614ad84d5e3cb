import { histogram } from '@plinth/telemetry';
import type { NextFunction, Request, Response } from 'express';
import { routeOf } from './route-of';

/** In place of a status when the client did not wait for the answer. */
const CLIENT_GONE = '499';

/** Times every request by the template of its route; `unmatched` where it came to no route. */
export function requestMetrics(request: Request, response: Response, next: NextFunction): void {
  const beganMs = performance.now();
  response.once('close', () => {
    const status = response.writableFinished ? String(response.statusCode) : CLIENT_GONE;
    const labels = { route: routeOf(request) ?? 'unmatched', method: request.method, status };
    histogram('http_server_request_duration_seconds').observe(labels, (performance.now() - beganMs) / 1_000);
  });
  next();
}
