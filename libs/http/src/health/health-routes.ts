import { metricsContentType, metricsText } from '@plinth/telemetry';
import type { NextFunction, Request, Response } from 'express';
import type { FailingCheck, HealthRegistry } from './health-registry';

/** GET /healthz, /readyz and /metrics: before authentication, without a body, outside of the request log. */
export function healthRoutes(registry: HealthRegistry) {
  const answer = (response: Response, failing: readonly FailingCheck[]): void => {
    response
      .status(failing.length === 0 ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: failing.length === 0 ? 'ok' : 'failing', failing });
  };
  const routes: Readonly<Record<string, (response: Response) => Promise<void>>> = {
    '/healthz': async (response) => answer(response, await registry.liveness()),
    '/readyz': async (response) => answer(response, await registry.readiness()),
    '/metrics': async (response) => void response.type(metricsContentType).send(await metricsText()),
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    const route = request.method === 'GET' || request.method === 'HEAD' ? routes[request.path] : undefined;
    if (route) route(response).catch(next);
    else next();
  };
}
