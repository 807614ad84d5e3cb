import { Body, Controller, Get, Headers, Param, Post, Query, Res } from '@nestjs/common';
import {
  accepted,
  AdmitsItself,
  CurrentIdentity,
  CurrentRequestId,
  Describe,
  HealthRegistry,
  orThrow,
  parseInput,
  RequireScope,
  throwRefusal,
  valid,
  validBody,
  type Identity,
} from '@plinth/http';
import { isRefusal, refuse, sessionId, turnId, type RequestId, type TurnId } from '@plinth/kernel';
import { setActiveSpanAttributes } from '@plinth/telemetry';
import type { Response } from 'express';
import type { TurnView } from '../../../domain/turn/turn-view';
import { AcceptTurn, type TurnRequest } from '../../../features/accept-turn/accept-turn';
import { CancelTurn } from '../../../features/cancel-turn/cancel-turn';
import { ReadTurn, turnNotFound } from '../../../features/read-turn/read-turn';
import { askerOf, userOf, viewerOf } from './caller';
import { idempotencyKey, turnBody, turnReading, type TurnBody, type TurnReading } from './turn-body';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OVERLOADED_RETRY_SECONDS = 2;

@Controller('v1/turns')
@RequireScope('turns')
export class TurnsController {
  constructor(
    private readonly acceptTurn: AcceptTurn,
    private readonly readTurn: ReadTurn,
    private readonly cancelTurn: CancelTurn,
    private readonly health: HealthRegistry,
  ) {}

  @Describe('Takes a turn of a user.', {
    200: 'The turn with its answer.',
    202: 'It goes on; `Location` tells where it will be.',
  })
  @Post()
  @AdmitsItself()
  async accept(
    @Body(validBody(turnBody)) body: TurnBody,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @CurrentIdentity() caller: Identity,
    @CurrentRequestId() request: RequestId,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TurnView> {
    const asked = requestOf(body, key, prefer, caller, request);
    const answer = await this.acceptTurn.run(asked, this.health.draining);
    if (isRefusal(answer)) throwRefusal(answer, OVERLOADED_RETRY_SECONDS);
    setActiveSpanAttributes({ turnId: answer.turn_id, turnStatus: answer.status });
    if (answer.status === 'running' && asked.respondAsync) response.setHeader('Preference-Applied', 'respond-async');
    return answered(response, answer);
  }

  @Describe('Reads a turn.', { 200: 'The turn.' })
  @Get(':turn')
  async read(
    @Param('turn') turn: string,
    @CurrentIdentity() caller: Identity,
    @Query(valid(turnReading)) { viewer_id }: TurnReading = {},
  ) {
    const key = { tenant: caller.tenant, turn: checkedTurn(turn) };
    return orThrow(await this.readTurn.run(key, orThrow(askerOf(caller)), orThrow(viewerOf(caller, viewer_id))));
  }

  /** 200 with the turn when it has ended, 202 while an effect in flight is awaited. */
  @Describe(
    'Cancels a turn.',
    { 200: 'The turn, which has ended.', 202: 'An effect in flight is awaited.' },
    { body: 'none' },
  )
  @Post(':turn/cancel')
  async cancel(
    @Param('turn') turn: string,
    @CurrentIdentity() caller: Identity,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TurnView> {
    const asker = orThrow(askerOf(caller));
    const answer = orThrow(await this.cancelTurn.run({ tenant: caller.tenant, turn: checkedTurn(turn) }, asker));
    return answered(response, answer);
  }
}

/** 200 with a turn that has ended, 202 with the place of one that runs. */
function answered(response: Response, turn: TurnView): TurnView {
  if (turn.status === 'running') accepted(response, `/v1/turns/${turn.turn_id}`);
  else response.status(200);
  return turn;
}

function requestOf(
  body: TurnBody,
  key: string | undefined,
  prefer: string | undefined,
  caller: Identity,
  request: RequestId,
): TurnRequest {
  const { session_id, text, locale, time_zone, attributes } = body;
  return {
    tenant: caller.tenant,
    session: sessionId(session_id),
    user: orThrow(userOf(caller, body)),
    text,
    request,
    ...(locale !== undefined && { locale }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
    ...(attributes && { attributes }),
    ...(key !== undefined && { idempotencyKey: checkedKey(key) }),
    respondAsync: /(^|[\s,;])respond-async($|[\s,;])/i.test(prefer ?? ''),
  };
}

function checkedKey(key: string): string {
  const parsed = parseInput(idempotencyKey, key);
  if (!isRefusal(parsed)) return parsed;
  return throwRefusal(
    refuse('invalid', 'invalid_request', '`Idempotency-Key` must be 1 to 255 visible ASCII characters.', {
      field: 'Idempotency-Key',
      rule: 'format',
    }),
  );
}

/** What is no id of ours is the id of no turn. */
function checkedTurn(turn: string): TurnId {
  return UUID.test(turn) ? turnId(turn) : throwRefusal(turnNotFound());
}
