import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, validBody, type Identity } from '@plinth/http';
import { sessionId } from '@plinth/kernel';
import { z } from 'zod';
import { NoteUse } from '../../../features/note-use/note-use';
import { RecallMemory } from '../../../features/recall-memory/recall-memory';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { docType, id, instant, language, timeZone } from './body-parts';
import { recalledBody } from './recalled-body';

export const recallBody = z.strictObject({
  query: z.string().min(1).max(2_000),
  user_id: id.optional(),
  session_id: id.optional(),
  task: id.optional(),
  top_k: z.int().min(1).max(50).default(5),
  /** What was known and held then. */
  as_of: instant.optional(),
  now: instant.optional(),
  time_zone: timeZone.optional(),
  /** Answers what was dropped too, after what was kept. */
  explain: z.boolean().default(false),
  /** What is answered counts as used, unless it is only looked at. */
  record_use: z.boolean().default(true),
  space: z.string().max(64).optional(),
  doc_type: docType.optional(),
  language: language.optional(),
});

/** What a key with the scope `memory` may ask: about its own user, or with `act-as` any user of its tenant. */
@Controller('v1/memory/recall')
@RequireScope('memory')
export class RecallController {
  constructor(
    private readonly recallMemory: RecallMemory,
    private readonly noteUse: NoteUse,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Recalls what is known that answers a question.', {
    200: 'The items by relevance, with reasons where they are asked for.',
  })
  @Post()
  @HttpCode(200)
  async recall(@Body(validBody(recallBody)) body: z.output<typeof recallBody>, @CurrentIdentity() identity: Identity) {
    const { query, user_id, session_id, task, top_k, as_of, now, time_zone, space, doc_type } = body;
    const { tenant } = identity;
    const userId = await actingFor(this.users, identity, user_id);
    const recalled = await this.recallMemory.recall({
      tenant,
      userId,
      query,
      topK: top_k,
      ...(session_id === undefined ? {} : { sessionId: sessionId(session_id) }),
      ...(task === undefined ? {} : { task }),
      ...(as_of === undefined ? {} : { asOfMs: as_of }),
      ...(now === undefined ? {} : { nowMs: now }),
      ...(time_zone === undefined ? {} : { timeZone: time_zone }),
      ...(space === undefined ? {} : { space }),
      ...(doc_type === undefined ? {} : { docType: doc_type }),
      ...(body.language === undefined ? {} : { language: body.language }),
    });
    const found = orThrow(recalled);
    if (body.record_use && as_of === undefined)
      this.noteUse.note({ tenant, userId, itemIds: [...(found.held ?? []), ...found.items].map((item) => item.id) });
    return recalledBody(found, body.explain);
  }
}
