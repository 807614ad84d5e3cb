import { Body, Controller, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import {
  CurrentIdentity,
  Describe,
  expectedRevisions,
  orThrow,
  RequireScope,
  tagRevision,
  valid,
  validBody,
  type Identity,
} from '@plinth/http';
import { refuse, type Refusal } from '@plinth/kernel';
import type { Response } from 'express';
import { z } from 'zod';
import type { RolloutCommand } from '../../../domain/rollout/command';
import { ReadRollout } from '../../../features/read-rollout/read-rollout';
import { SteerRollout } from '../../../features/steer-rollout/steer-rollout';
import {
  actBody,
  commandOf,
  historyQuery,
  rolloutBody,
  rolloutJson,
  startBody,
  type RolloutBody,
} from './rollout-body';
import { entryJson } from './rollout-entry';

type ActBody = z.output<typeof actBody>;
type StartBody = z.output<typeof startBody>;

interface Asked {
  readonly skill: string;
  readonly ifMatch: string | undefined;
  readonly identity: Identity;
  readonly response: Response;
}

const ACTIONS = ['pause', 'resume', 'promote', 'rollback'] as const;

const actionNamed = (name: string): (typeof ACTIONS)[number] | Refusal =>
  ACTIONS.find((action) => action === name) ??
  refuse('not_found', 'not_found', `There is nothing to do by this name: ${ACTIONS.join(', ')}, start.`);

/** Who changes one changes what serves every tenant: its key needs scope `operator` beside `skills`. 412 where `If-Match` names another revision than the current one. */
@Controller('v1/rollouts/:skill')
@RequireScope('skills')
export class RolloutsController {
  constructor(
    private readonly readRollout: ReadRollout,
    private readonly steerRollout: SteerRollout,
  ) {}

  @Describe('Reads the rollout of a skill and what its guards say.', {
    200: 'The rollout; its revision is the `ETag`.',
  })
  @Get()
  one(@Param('skill') skill: string, @Res({ passthrough: true }) response: Response) {
    return this.tagged(skill, response);
  }

  @Describe('Lists what was done to a rollout, by whom and why, newest first.', {
    200: 'A page of entries; `next_before` asks for the next.',
  })
  @Get('history')
  async history(@Param('skill') skill: string, @Query(valid(historyQuery)) page: z.output<typeof historyQuery>) {
    const { entries, next } = orThrow(await this.readRollout.history(skill, page));
    return { entries: entries.map(entryJson), ...(next !== undefined && { next_before: next }) };
  }

  @Describe('Says which versions of a skill serve, or prepares a rollout by a plan.', {
    200: 'The rollout as it is now.',
  })
  @Put()
  @RequireScope('operator')
  configure(
    @Param('skill') skill: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body(validBody(rolloutBody)) body: RolloutBody,
    @CurrentIdentity() identity: Identity,
    @Res({ passthrough: true }) response: Response,
  ) {
    const asked = { skill, ifMatch, identity, response };
    return this.steer(asked, commandOf(body), body.reason ?? 'configured');
  }

  @Describe('Starts the rollout that is prepared, or one that was switched back.', { 200: 'The rollout as it is now.' })
  @Post('start')
  @HttpCode(200)
  @RequireScope('operator')
  start(
    @Param('skill') skill: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body(validBody(startBody)) { reason, stage }: StartBody,
    @CurrentIdentity() identity: Identity,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.steer({ skill, ifMatch, identity, response }, { kind: 'start', stage }, reason);
  }

  @Describe(
    'Pauses, resumes or promotes a rollout, or switches back to its baseline.',
    { 200: 'The rollout as it is now.' },
    { path: { action: z.enum(ACTIONS) } },
  )
  @Post(':action')
  @HttpCode(200)
  @RequireScope('operator')
  act(
    @Param('skill') skill: string,
    @Param('action') action: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Body(validBody(actBody)) { reason }: ActBody,
    @CurrentIdentity() identity: Identity,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.steer({ skill, ifMatch, identity, response }, { kind: orThrow(actionNamed(action)) }, reason);
  }

  private async steer({ skill, ifMatch, identity, response }: Asked, command: RolloutCommand, reason: string) {
    const expected = expectedRevisions(ifMatch);
    orThrow(await this.steerRollout.steer({ skill, command, by: identity.keyName, reason, expected }));
    return this.tagged(skill, response);
  }

  private async tagged(skill: string, response: Response) {
    const view = orThrow(await this.readRollout.standing(skill));
    tagRevision(response, view.rollout.revision);
    return rolloutJson(view);
  }
}
