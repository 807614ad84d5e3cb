import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@plinth/telemetry';
import type { Request, Response } from 'express';
import { requestIdOf } from '../request-id';
import { answerFailure, methodNotAllowed } from './answer-failure';

/** Every failure of a request leaves here in one shape: `{"error": {code, message, field?, rule?, retryable, request_id}}`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly allowedMethods: (path: string) => readonly string[],
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw thrown;
    const response = host.switchToHttp().getResponse<Response>();
    const request_id = requestIdOf(response);
    const unrouted = thrown instanceof NotFoundException;
    const allowed = unrouted ? this.allowedMethods(host.switchToHttp().getRequest<Request>().path) : [];
    const { status, error, headers, log } = allowed.length > 0 ? methodNotAllowed(allowed) : answerFailure(thrown);
    if (log !== 'none') this.logger[log]({ err: thrown, request_id, code: error.code }, 'request failed');
    if (response.destroyed) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response
      .status(status)
      .set(headers ?? {})
      // A route that answers pages has said so already; Express leaves a type that is there.
      .type('application/json')
      .json({ error: { ...error, request_id } });
  }
}
