import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestId, type IdSource, type RequestId } from '@plinth/kernel';
import { setActiveSpanAttributes, withLogContext } from '@plinth/telemetry';
import type { Request, Response } from 'express';

const HEADER = 'X-Request-Id';
const VALID = /^[A-Za-z0-9._-]{1,128}$/;

/** Takes the caller's X-Request-Id if it is one, makes one otherwise, echoes it, and puts it on every log line and the span. */
export function requestIds(ids: IdSource) {
  return (request: Request, response: Response, next: () => void): void => {
    const sent = request.get(HEADER);
    const request_id = sent !== undefined && VALID.test(sent) ? sent : ids.next();
    response.setHeader(HEADER, request_id);
    setActiveSpanAttributes({ requestId: request_id });
    withLogContext({ request_id }, next);
  };
}

export function requestIdOf(response: Response): RequestId {
  return requestId(String(response.getHeader(HEADER) ?? ''));
}

/** The id of the request: `handle(@CurrentRequestId() request: RequestId)`. */
export const CurrentRequestId = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requestIdOf(context.switchToHttp().getResponse<Response>()),
);
