import type { ServerResponse } from 'node:http';
import type { ErrorBody } from '@plinth/kernel';
import { metricsContentType } from '@plinth/telemetry';
import type { SkillAnswer } from './skill-answer';

export type HttpAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly body: Record<string, unknown> }
  | { readonly kind: 'metrics'; readonly text: string };

export const json = (status: number, body: Record<string, unknown>): HttpAnswer => ({ kind: 'json', status, body });

export const failure = (status: number, code: string, message: string): HttpAnswer =>
  json(status, { error: { code, message, retryable: false } });

/** What a call came to, in the statuses of HTTP: the only place that knows both. */
export function httpAnswerOf(answer: SkillAnswer): HttpAnswer {
  switch (answer.kind) {
    case 'answered':
      return json(200, { result: answer.result, ...(answer.receipt && { receipt: answer.receipt }) });
    case 'failed':
      return json(statusOfFailure(answer.error), { error: answer.error });
    case 'refused':
      return json(answer.reason === 'overloaded' ? 429 : 400, { error: answer.error });
    case 'stopped':
      return json(503, { error: answer.error });
  }
}

function statusOfFailure({ code, retryable }: ErrorBody): number {
  if (code === 'invalid_arguments') return 422;
  if (code === 'invalid_output') return 500;
  return retryable ? 503 : 409;
}

/** `last`: the connection is closed behind it. */
export function write(response: ServerResponse, answer: HttpAnswer, { last }: { readonly last: boolean }): void {
  if (last) response.setHeader('connection', 'close');
  if (answer.kind === 'metrics') {
    response.writeHead(200, { 'content-type': metricsContentType }).end(answer.text);
    return;
  }
  if (answer.status === 429) response.setHeader('retry-after', '1');
  response
    .writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(answer.body));
}
