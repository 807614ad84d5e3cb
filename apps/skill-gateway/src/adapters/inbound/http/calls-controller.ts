import { Body, Controller, Get, Headers, Param, Post, Res } from '@nestjs/common';
import {
  accepted,
  CurrentIdentity,
  CurrentRequestId,
  Describe,
  orThrow,
  parseInput,
  RequireScope,
  resolveUser,
  throwRefusal,
  validBody,
  type Identity,
} from '@plinth/http';
import { languageOf } from '@plinth/contracts';
import { refuse, sessionId, type RequestId } from '@plinth/kernel';
import { injectContext } from '@plinth/telemetry';
import type { Response } from 'express';
import type { DirectAnswer } from '../../../features/invoke-directly/direct-call';
import { InvokeDirectly } from '../../../features/invoke-directly/invoke-directly';
import { callAnswer } from './call-answer';
import { goneSignal } from './gone-signal';
import { callBody, keyHeader, type CallBody } from './call-body';
import { maySee } from './may-see';

@Controller('v1')
@RequireScope('skills')
export class CallsController {
  constructor(private readonly invokeDirectly: InvokeDirectly) {}

  /** 200 with the result; 202 while what acts goes on; 409 `confirmation_required` with the token to repeat it with. */
  @Describe('Calls a skill.', {
    200: 'Its result, with `repairs` where arguments were mended, and the `call_id` under which its outcome is told.',
    202: 'What acts goes on; `Location` tells where its outcome will be.',
  })
  @Post('skills/:name/invoke')
  async invoke(
    @Param('name') skill: string,
    @Headers('idempotency-key') header: string | undefined,
    @Body(validBody(callBody)) body: CallBody,
    @CurrentIdentity() caller: Identity,
    @CurrentRequestId() request: RequestId,
    @Res({ passthrough: true }) response: Response,
  ) {
    const key = header === undefined ? undefined : checkedKey(header);
    const answer = await this.invokeDirectly.invoke({
      tenant: caller.tenant,
      key,
      skill,
      arguments: body.arguments,
      userId: userOf(caller, body.user_id),
      session: body.session_id === undefined ? undefined : sessionId(body.session_id),
      attributes: body.attributes,
      locale: body.locale,
      dryRun: body.dry_run,
      version: body.version,
      confirmationToken: body.confirmation_token,
      request,
      trace: injectContext(),
      signal: goneSignal(response),
    });
    return answered(response, orThrow(answer), { key, request, locale: body.locale });
  }

  /** What became of the call of a key, as its own answer would tell it. */
  @Describe('Tells what became of the call that was made under a key.', {
    200: 'The outcome, as the call itself would have answered it.',
    202: 'It goes on.',
  })
  @Get('invocations/:key')
  async outcome(
    @Param('key') key: string,
    @CurrentIdentity() caller: Identity,
    @CurrentRequestId() request: RequestId,
    @Res({ passthrough: true }) response: Response,
  ) {
    const known = await this.invokeDirectly.outcome(caller.tenant, checkedKey(key));
    if (!known || !maySee(caller, known.invocation.userId))
      throwRefusal(refuse('not_found', 'invocation_not_found', 'No call that acts was made under this key.'));
    const locale = known.invocation.input?.locale ?? 'en';
    return answered(response, known.answer, { key, request, locale });
  }
}

/** Without a user the baseline serves; only `act-as` names another than the key's own. */
function userOf(caller: Identity, named: string | undefined): string | undefined {
  return named === undefined ? caller.userId : orThrow(resolveUser(caller, named));
}

interface Asked {
  readonly key: string | undefined;
  readonly request: RequestId;
  readonly locale: string;
}

function answered(response: Response, answer: DirectAnswer, { key, request, locale }: Asked) {
  if (answer.kind === 'under_way') {
    accepted(response, `/v1/invocations/${encodeURIComponent(key ?? '')}`);
    return { status: 'running' };
  }
  const { status, body, retryAfterMs } = callAnswer(answer.reply, request, languageOf(locale));
  response.status(status);
  if (retryAfterMs !== undefined)
    response.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1_000))));
  if (answer.kind === 'replied') return { ...(answer.callId && { call_id: answer.callId }), ...body };
  const { token, summary, expiresAtMs } = answer;
  return { ...body, error: { ...body.error, token, summary, expires_at: new Date(expiresAtMs).toISOString() } };
}

const checkedKey = (key: string): string =>
  orThrow(parseInput(keyHeader, { 'Idempotency-Key': key }))['Idempotency-Key'];
