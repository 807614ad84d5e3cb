import { Controller, Delete, Get, Param, Res } from '@nestjs/common';
import {
  accepted,
  CurrentIdentity,
  Describe,
  HealthRegistry,
  orThrow,
  RequireScope,
  valid,
  type Identity,
} from '@plinth/http';
import { sessionId } from '@plinth/kernel';
import type { Response } from 'express';
import { z } from 'zod';
import { EndSession } from '../../../features/end-session/end-session';
import { EraseUser } from '../../../features/erase-user/erase-user';
import { ReadSession } from '../../../features/read-session/read-session';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor, boundTo } from './acting-for';

const id = z.string().min(1).max(128);
/** What a path names. */
export const named = z.strictObject({ id });

/** What a key with the scope `memory` may ask: its own user, or with `act-as` any user of its tenant. */
@Controller('v1/memory')
@RequireScope('memory')
export class MemoryController {
  constructor(
    private readonly readSession: ReadSession,
    private readonly endSession: EndSession,
    private readonly eraseUser: EraseUser,
    private readonly health: HealthRegistry,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Reads what is kept of a session.', { 200: 'The session.' })
  @Get('sessions/:id')
  async session(@Param(valid(named)) params: z.output<typeof named>, @CurrentIdentity() identity: Identity) {
    return orThrow(
      await this.readSession.read(identity.tenant, sessionId(params.id), await boundTo(this.users, identity)),
    );
  }

  /** Twice answers the same; a session of nobody, or of another user, has nothing to remove. */
  @Describe('Removes what is kept of a session.', { 200: 'What was removed.' })
  @Delete('sessions/:id')
  async end(@Param(valid(named)) params: z.output<typeof named>, @CurrentIdentity() identity: Identity) {
    return this.endSession.end(identity.tenant, sessionId(params.id), await boundTo(this.users, identity));
  }

  @Describe('Erases a user everywhere.', {
    200: 'The receipt.',
    202: 'It goes on; `Location` tells where the receipt will be.',
  })
  @Delete('users/:id')
  async erase(
    @Param(valid(named)) params: z.output<typeof named>,
    @CurrentIdentity() identity: Identity,
    @Res({ passthrough: true }) response: Response,
  ) {
    const receipt = await this.requestErasure(params, identity);
    if (receipt.status === 'running') accepted(response, `/v1/memory/erasures/${receipt.erasure_id}`);
    return receipt;
  }

  async requestErasure(params: z.output<typeof named>, identity: Identity) {
    const userId = await actingFor(this.users, identity, params.id);
    return this.eraseUser.request(identity.tenant, userId, this.health.draining);
  }

  @Describe('Reads the receipt of an erasure.', { 200: 'The receipt.' })
  @Get('erasures/:id')
  async erasure(@Param(valid(named)) params: z.output<typeof named>, @CurrentIdentity() identity: Identity) {
    return orThrow(await this.eraseUser.receipt(identity.tenant, params.id, await boundTo(this.users, identity)));
  }
}
