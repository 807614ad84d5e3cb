import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, validBody, type Identity } from '@plinth/http';
import { userId, type Refusal } from '@plinth/kernel';
import { z } from 'zod';
import { KeepIdentities, type Joined } from '../../../features/keep-identities/keep-identities';
import { id } from './body-parts';

export const linkBody = z.strictObject({
  user_id: id,
  channel: z.string().min(1).max(64),
  external_id: z.string().min(1).max(512),
});
export const mergeBody = z.strictObject({ from: id, into: id });
const named = z.strictObject({ id });

/** Which ids are one user's (M22): whoever decides for the tenant says so. */
@Controller('v1/identities')
@RequireScope('admin')
export class IdentitiesController {
  constructor(private readonly identities: KeepIdentities) {}

  @Describe('Links an id of a channel to a user.', { 200: 'Which ids were joined.' })
  @Post('link')
  @HttpCode(200)
  async link(
    @Body(validBody(linkBody)) { user_id, channel, external_id }: z.output<typeof linkBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    const link = { channel, externalId: external_id };
    return joinedOut(await this.identities.link(decidingOf(identity), userId(user_id), link));
  }

  @Describe('Takes the id of a channel from a user.', { 200: 'Which ids were parted.' })
  @Post('unlink')
  @HttpCode(200)
  async unlink(
    @Body(validBody(linkBody)) { user_id, channel, external_id }: z.output<typeof linkBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    const link = { channel, externalId: external_id };
    return joinedOut(await this.identities.unlink(decidingOf(identity), userId(user_id), link));
  }

  @Describe('Merges two users into one.', { 200: 'The merge, which may be undone.' })
  @Post('merge')
  @HttpCode(200)
  async merge(
    @Body(validBody(mergeBody)) { from, into }: z.output<typeof mergeBody>,
    @CurrentIdentity() identity: Identity,
  ) {
    return joinedOut(await this.identities.merge(decidingOf(identity), userId(from), userId(into)));
  }

  @Describe('Undoes a merge.', { 200: 'The merge that was undone.' }, { body: 'none' })
  @Post('merge/:id/undo')
  @HttpCode(200)
  async undo(@Param(valid(named)) params: z.output<typeof named>, @CurrentIdentity() identity: Identity) {
    return joinedOut(await this.identities.undo(decidingOf(identity), params.id));
  }
}

const decidingOf = ({ tenant, keyName }: Identity) => ({ tenant, actor: keyName });

function joinedOut(outcome: Joined | Refusal) {
  const { mergeId, from, into, repeated } = orThrow(outcome);
  return { merge_id: mergeId, from, into, repeated };
}
