import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, validBody, type Identity } from '@plinth/http';
import { sessionId } from '@plinth/kernel';
import { z } from 'zod';
import { SummariseSession, type SessionReading } from '../../../features/summarise-session/summarise-session';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { boundTo } from './acting-for';
import { id, timeZone } from './body-parts';

const named = z.strictObject({ id });
const summaryBody = z.strictObject({ time_zone: timeZone.default('UTC') });
const checkBody = z.strictObject({ summary: z.string().min(1).max(10_000), time_zone: timeZone.default('UTC') });

/** What a session comes to, and whether a summary of it is true. Nothing is stored. */
@Controller('v1/memory/sessions/:id/summary')
@RequireScope('memory')
export class SummariesController {
  constructor(
    private readonly summariseSession: SummariseSession,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Summarises a session.', { 200: 'The summary.' })
  @Post()
  @HttpCode(200)
  async summarise(
    @Param(valid(named)) params: z.output<typeof named>,
    @Body(validBody(summaryBody)) body: z.output<typeof summaryBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    return orThrow(await this.summariseSession.summarise(await this.reading(params.id, body.time_zone, identity)));
  }

  @Describe('Checks whether a summary of a session is true.', { 200: 'What it gets wrong.' })
  @Post('check')
  @HttpCode(200)
  async check(
    @Param(valid(named)) params: z.output<typeof named>,
    @Body(validBody(checkBody)) body: z.output<typeof checkBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    return orThrow(
      await this.summariseSession.judge(await this.reading(params.id, body.time_zone, identity), body.summary),
    );
  }

  /** A key without `act-as` sees its own user's sessions alone. */
  private async reading(session: string, zone: string, identity: Identity): Promise<SessionReading> {
    const user = await boundTo(this.users, identity);
    return { tenant: identity.tenant, sessionId: sessionId(session), user, timeZone: zone };
  }
}
