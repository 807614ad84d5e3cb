import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, validBody, type Identity } from '@plinth/http';
import { z } from 'zod';
import { GiveFeedback } from '../../../features/give-feedback/give-feedback';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { id } from './body-parts';

export const feedbackBody = z.strictObject({ user_id: id.optional(), item_id: id, turn_id: id, useful: z.boolean() });
const page = z.strictObject({ limit: z.coerce.number().int().min(1).max(1_000).default(100) });

/** Whether an item that a turn has used was of use, and what the extraction got wrong. */
@Controller('v1/memory')
export class FeedbackController {
  constructor(
    private readonly giveFeedback: GiveFeedback,
    private readonly users: ResolveUser,
  ) {}

  /** The same item and turn again changes nothing: the first word stands. */
  @Describe('Says whether an item that a turn used was of use.', { 200: 'What became of the feedback.' })
  @Post('feedback')
  @HttpCode(200)
  @RequireScope('memory')
  async give(
    @Body(validBody(feedbackBody)) body: z.output<typeof feedbackBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    const given = await this.giveFeedback.give({
      tenant: identity.tenant,
      userId: await actingFor(this.users, identity, body.user_id),
      itemId: body.item_id,
      turnId: body.turn_id,
      useful: body.useful,
    });
    return { item_id: body.item_id, turn_id: body.turn_id, status: orThrow(given) };
  }

  @Describe('Lists corrections of users as samples for the extraction.', { 200: 'The samples.' })
  @Get('extraction-samples')
  @RequireScope('admin')
  async samples(@Query(valid(page)) { limit }: z.output<typeof page>, @CurrentIdentity() { tenant }: Identity) {
    const samples = await this.giveFeedback.samples(tenant, limit);
    return {
      samples: samples.map(({ userId, said, key, wrong, value, correctedAtMs }) => ({
        ...{ user_id: userId, said, key, wrong, value },
        corrected_at: new Date(correctedAtMs).toISOString(),
      })),
    };
  }
}
