import { Controller, Delete, Param, Query } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, type Identity } from '@plinth/http';
import { z } from 'zod';
import { EraseItem } from '../../../features/erase-item/erase-item';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { id } from './body-parts';

const named = z.strictObject({ id });
export const ofUser = z.strictObject({ user_id: id.optional() });

/** The erasure of a single item; a whole user's is at `users/:id`. */
@Controller('v1/memory/items')
@RequireScope('memory')
export class ErasuresController {
  constructor(
    private readonly eraseItem: EraseItem,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Erases one item of a user.', { 200: 'The receipt.' })
  @Delete(':id')
  async erase(
    @Param(valid(named)) params: z.output<typeof named>,
    @Query(valid(ofUser)) { user_id }: z.output<typeof ofUser>,
    @CurrentIdentity() identity: Identity,
  ) {
    const userId = await actingFor(this.users, identity, user_id);
    return orThrow(await this.eraseItem.erase(identity.tenant, userId, params.id));
  }
}
