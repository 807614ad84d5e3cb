import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentIdentity, Describe, RequireScope, validBody, type Identity } from '@plinth/http';
import { z } from 'zod';
import { FindAnchors } from '../../../features/find-anchors/find-anchors';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { id, instant, timeZone } from './body-parts';
import { timeBody } from './time-body';

export const anchorsBody = z.strictObject({
  text: z.string().min(1).max(32_768),
  now: instant,
  time_zone: timeZone,
  user_id: id.optional(),
});

@Controller('v1/memory/anchors')
@RequireScope('memory')
export class AnchorsController {
  constructor(
    private readonly findAnchors: FindAnchors,
    private readonly users: ResolveUser,
  ) {}

  /** Without a user nobody's contacts are read: people are then told by the text alone. */
  @Describe('Finds the times, people and other anchors that a text names.', { 200: 'The anchors.' })
  @Post()
  @HttpCode(200)
  async anchors(
    @Body(validBody(anchorsBody)) body: z.output<typeof anchorsBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    const user = body.user_id === undefined ? {} : { userId: await actingFor(this.users, identity, body.user_id) };
    const { times, ...found } = await this.findAnchors.find({
      tenant: identity.tenant,
      text: body.text,
      nowMs: body.now,
      timeZone: body.time_zone,
      ...user,
    });
    return { ...found, times: times.map(timeBody) };
  }
}
