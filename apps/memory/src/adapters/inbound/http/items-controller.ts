import { Body, Controller, Headers, HttpCode, Post, type PipeTransform } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, parseBody, pipeBy, RequireScope, type Identity } from '@plinth/http';
import { refuse, type UserId } from '@plinth/kernel';
import { z } from 'zod';
import type { ItemDraft } from '../../../features/write-items/item-draft';
import { WriteItems } from '../../../features/write-items/write-items';
import { ResolveUser } from '../../../features/resolve-user/resolve-user';
import { actingFor } from './acting-for';
import { id, keyOf, since, stamp, untilSuperseded } from './body-parts';

const share = z.number().min(0).max(1);

/** An item as it comes: what it must carry is M7's. */
export const itemBody = z
  .strictObject({
    user_id: id.optional(),
    kind: z.enum(['fact', 'preference', 'state', 'constraint', 'episode']),
    content: z.string().min(1).max(100_000).optional(),
    attributes: z.record(id, z.union([z.string().min(1).max(2_000), z.number(), z.boolean()])).optional(),
    key: id.optional(),
    source: z.strictObject({
      id: z.string().min(1).max(256),
      channel: id,
      type: z.enum(['user', 'system', 'tool', 'document', 'inference']),
    }),
    timestamp: stamp,
    valid_from: since.optional(),
    valid_until: untilSuperseded,
    visibility: z
      .literal('private', { error: 'must be private: what is shared is a document or a contact' })
      .optional(),
    importance: share.optional(),
    confidence: share.optional(),
    space: z.string().max(64).optional(),
    task: id.optional(),
  })
  .refine(({ content, attributes }) => (content === undefined) !== (attributes === undefined), {
    error: 'holds either `content` or `attributes`',
    params: { rule: 'one_of' },
  })
  .refine((item) => item.valid_until === 'until_superseded' || item.valid_until > (item.valid_from ?? item.timestamp), {
    error: 'must lie after `valid_from`, or without it after `timestamp`',
    path: ['valid_until'],
    params: { rule: 'after_start' },
  });
type ItemBody = z.output<typeof itemBody>;

export const itemsBody = z.strictObject({ items: z.array(itemBody).min(1).max(1_000) });
/** One item is a list of one, so that a fault has one name: `items.0.content`. */
function asItems(): PipeTransform<unknown, z.output<typeof itemsBody>> {
  const listed = (body: unknown) => ({ items: Array.isArray(body) ? body : [body] });
  const sent = z.union([itemBody, itemsBody.shape.items]);
  return pipeBy(sent, (body) => orThrow(parseBody(itemsBody, body === undefined ? body : listed(body))));
}

@Controller('v1/memory/items')
@RequireScope('memory')
export class ItemsController {
  constructor(
    private readonly writeItems: WriteItems,
    private readonly users: ResolveUser,
  ) {}

  @Describe('Writes one item or a list of items.', { 200: 'What became of each item.' })
  @Post()
  @HttpCode(200)
  async write(
    @Body(asItems()) { items: bodies }: z.output<typeof itemsBody>,
    @Headers('idempotency-key') key: string | undefined,
    @CurrentIdentity() identity: Identity,
  ) {
    const drafts: ItemDraft[] = [];
    for (const [index, item] of bodies.entries())
      drafts.push(draftOf(item, index, identity, await actingFor(this.users, identity, item.user_id)));
    return { items: orThrow(await this.writeItems.write({ tenant: identity.tenant, drafts, ...keyOf(key) })) };
  }
}

function draftOf(item: ItemBody, index: number, identity: Identity, userId: UserId): ItemDraft {
  if (item.source.type === 'system' && !identity.scopes.has('memory-system'))
    orThrow(
      refuse('forbidden', 'scope_missing', 'Items of source type `system` need the scope memory-system.', {
        field: `items.${index}.source.type`,
        rule: 'scope',
      }),
    );
  const { content, attributes, key, importance, confidence, space, task, kind, source } = item;
  return {
    userId,
    kind,
    source,
    timestampMs: item.timestamp,
    ...(content === undefined ? {} : { content }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(key === undefined ? {} : { key }),
    ...(item.valid_from === undefined ? {} : { validFromMs: item.valid_from }),
    ...(item.valid_until === 'until_superseded' ? {} : { validUntilMs: item.valid_until }),
    ...(importance === undefined ? {} : { importance }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(space === undefined ? {} : { space }),
    ...(task === undefined ? {} : { task }),
  };
}
