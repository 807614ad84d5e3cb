import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, type Identity } from '@plinth/http';
import { refuse, sessionId, type Refusal } from '@plinth/kernel';
import { z } from 'zod';
import { InspectUser } from '../../../features/inspect-user/inspect-user';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { RECORD_LISTS, type Place, type RecordList } from '../../../ports/user-records';
import { actingFor } from './acting-for';
import { id, instantText, timeZone } from './body-parts';
import { userBody } from './user-body';

const named = z.strictObject({ id });
export const inspection = z.strictObject({
  /** A recall is simulated by it. */
  query: z.string().min(1).max(2_000).optional(),
  session_id: id.optional(),
  time_zone: timeZone.optional(),
  /** What was known and held then. */
  as_of: instantText.optional(),
  /** Reads as this user may read it. */
  viewer_id: id.optional(),
  list: z.enum(RECORD_LISTS).optional(),
  cursor: z.string().min(1).max(1_024).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** What a key with the scope `memory` may see of its own user, or with `act-as` of any user of its tenant. */
@Controller('v1/memory/users')
@RequireScope('memory')
export class UsersController {
  constructor(
    private readonly inspectUser: InspectUser,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Shows all that is kept of a user.', { 200: 'The records, by lists.' })
  @Get(':id')
  async user(
    @Param(valid(named)) params: z.output<typeof named>,
    @CurrentIdentity() identity: Identity,
    @Query(valid(inspection)) asked: z.output<typeof inspection> = inspection.parse({}),
  ) {
    const owner = await actingFor(this.users, identity, params.id);
    const { query, session_id, time_zone, as_of, viewer_id, list, cursor, limit } = asked;
    const after = cursor === undefined ? undefined : orThrow(placeOf(cursor, list));
    const inspected = await this.inspectUser.inspect({
      tenant: identity.tenant,
      userId: owner,
      viewer: viewer_id === undefined ? (identity.userId ?? owner) : await actingFor(this.users, identity, viewer_id),
      limit,
      ...(query === undefined ? {} : { query }),
      ...(session_id === undefined ? {} : { sessionId: sessionId(session_id) }),
      ...(time_zone === undefined ? {} : { timeZone: time_zone }),
      ...(as_of === undefined ? {} : { asOfMs: as_of }),
      ...(list === undefined ? {} : { list }),
      ...(after === undefined ? {} : { after }),
    });
    return userBody(owner, orThrow(inspected), cursorOf, as_of);
  }
}

const place = z.tuple([z.enum(RECORD_LISTS), z.int().min(0), z.string().max(512)]);

const cursorOf = (list: RecordList, { atMs, id: last }: Place): string =>
  Buffer.from(JSON.stringify([list, atMs, last])).toString('base64url');

/** A cursor belongs to the list that gave it. */
function placeOf(cursor: string, list: RecordList | undefined): Place | Refusal {
  const read = place.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!read.success || read.data[0] !== list)
    return refuse('invalid', 'invalid_request', '`cursor` is none that this `list` has given.', {
      field: 'cursor',
      rule: 'cursor',
    });
  return { atMs: read.data[1], id: read.data[2] };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
