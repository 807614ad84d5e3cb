import {
  contentHash,
  deriveId,
  isRefusal,
  messageId,
  refuse,
  type IdSource,
  type Refusal,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import { z } from 'zod';
import { planCommit } from '../../domain/profile/plan-commit';
import type { CommitPlan } from '../../domain/profile/commit-plan';
import type { ItemLedger, WriteKnowledge } from '../../ports/item-ledger';
import type { PolicyBook } from '../../ports/policy-book';
import type { ItemDraft, ItemOutcome } from './item-draft';
import { planItems, type PlannedItems } from './plan-items';

const outcome = z.object({
  id: z.string(),
  kind: z.enum(['fact', 'preference', 'state', 'constraint', 'episode', 'candidate']),
  key: z.string().exactOptional(),
  status: z.enum(['active', 'reference', 'candidate', 'deprecated', 'unchanged']),
  restated: z.boolean().exactOptional(),
});
const recorded = z.object({ body: z.string(), outcomes: z.array(outcome) });

export interface WriteRequest {
  readonly tenant: TenantId;
  readonly drafts: readonly ItemDraft[];
  /** The same key with the same drafts writes once; with other drafts it is refused. */
  readonly idempotencyKey?: string;
}

/**
 * Writes items from outside of turns, up to a thousand at once, all of a user in one transaction. Users are written one after the other:
 * a request that failed halfway is repeated under its key and writes what is missing.
 */
export class WriteItems {
  constructor(
    private readonly ledger: ItemLedger,
    private readonly policies: PolicyBook,
    private readonly ids: IdSource,
  ) {}

  async write({
    tenant,
    drafts,
    idempotencyKey = this.ids.next(),
  }: WriteRequest): Promise<readonly ItemOutcome[] | Refusal> {
    const { items: policy } = this.policies.of(tenant);
    const tooLong = drafts.findIndex(({ content }) => (content?.length ?? 0) > policy.maxContent);
    if (tooLong >= 0)
      return refuse(
        'invalid',
        'content_too_long',
        `\`items.${tooLong}.content\` is longer than ${policy.maxContent} characters: send it as a document, or in parts.`,
        {
          field: `items.${tooLong}.content`,
          rule: 'max_length',
        },
      );
    const outcomes: ItemOutcome[] = [];
    for (const [user, own] of byUser(drafts)) {
      const written = await this.writeOf(tenant, user, own, idempotencyKey);
      if (isRefusal(written)) return written;
      outcomes.push(...written);
    }
    return outcomes;
  }

  private async writeOf(
    tenant: TenantId,
    userId: UserId,
    drafts: readonly ItemDraft[],
    key: string,
  ): Promise<readonly ItemOutcome[] | Refusal> {
    const commandId = messageId(deriveId('items', tenant, userId, key));
    const body = contentHash(drafts);
    const policy = this.policies.of(tenant);
    const written = await this.ledger.write({ tenant, userId, commandId }, (known) => {
      if (drafts.some(({ timestampMs }) => timestampMs <= known.erasedUntilMs)) return ERASED;
      const planned = planItems(drafts, commandId, policy, known.mode ?? policy.gate.mode);
      if (isRefusal(planned)) return planned;
      const plan = planOf(planned, commandId, policy.items.credibility, known);
      return { plan, reply: { body, outcomes: outcomesOf(planned, plan, known) } };
    });
    if (isRefusal(written)) return written;
    if (written.reply === null) return ERASED;
    const answer = recorded.parse(written.reply);
    if (answer.body !== body)
      return refuse('conflict', 'idempotency_key_reused', 'This idempotency key came with other items before.', {
        field: 'Idempotency-Key',
        rule: 'same_body',
      });
    return answer.outcomes.map((one) => {
      const standing = written.restated.get(one.id);
      return standing === undefined ? one : { ...one, id: standing, restated: true };
    });
  }
}

const ERASED = refuse('gone', 'user_erased', 'What was said before its user was erased is not stored again.', {
  field: 'timestamp',
  rule: 'after_erasure',
});

function byUser(drafts: readonly ItemDraft[]): Map<UserId, ItemDraft[]> {
  const groups = new Map<UserId, ItemDraft[]>();
  for (const draft of drafts) groups.set(draft.userId, [...(groups.get(draft.userId) ?? []), draft]);
  return groups;
}

function planOf(
  { intents, items }: PlannedItems,
  commandId: string,
  credibility: Parameters<typeof planCommit>[0]['credibility'],
  known: WriteKnowledge,
): CommitPlan {
  const plan = planCommit(
    { commandId, turnId: commandId, locale: '', observedAtMs: 0, credibility, intents, decisions: [], receipts: [] },
    known,
  );
  return { ...plan, items: [...plan.items, ...items] };
}

function outcomesOf({ planned }: PlannedItems, plan: CommitPlan, known: WriteKnowledge): ItemOutcome[] {
  const facts = new Map(plan.facts.map((fact) => [fact.id, fact.status]));
  const candidates = new Set(plan.candidates.map(({ id }) => id));
  const items = new Map(plan.items.map((item) => [item.id, item.status]));
  return planned.map(({ id, key, kind }): ItemOutcome => {
    const named = key === undefined ? {} : { key };
    if (kind !== 'statement') return { id, kind, ...named, status: items.get(id) ?? 'active' };
    const status = facts.get(id);
    if (status) return { id, kind: 'fact', ...named, status };
    if (candidates.has(id)) return { id, kind: 'candidate', ...named, status: 'candidate' };
    const standing = known.active.find((fact) => fact.key === key);
    return { id: standing?.id ?? id, kind: 'fact', ...named, status: 'unchanged' };
  });
}
