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
import type { ItemLedger, WriteKnowledge, WriteTogether } from '../../ports/item-ledger';
import type { PolicyBook } from '../../ports/policy-book';
import type { ItemDraft, ItemOutcome } from './item-draft';
import { erasedBefore, keyReused } from '../once-by-key/once-by-key';
import { planItems, statementsOf, type PlannedItems } from './plan-items';
import { countRefusedWrites, countWrites, expectWrites } from './write-metric';

const outcome = z.object({
  id: z.string(),
  kind: z.enum(['fact', 'preference', 'state', 'constraint', 'episode', 'candidate']),
  key: z.string().exactOptional(),
  status: z.enum(['active', 'reference', 'candidate', 'deprecated', 'unchanged']),
  restated: z.boolean().exactOptional(),
  reason: z.string().exactOptional(),
});
const recorded = z.object({ body: z.string(), outcomes: z.array(outcome) });

export interface WriteRequest {
  readonly tenant: TenantId;
  readonly drafts: readonly ItemDraft[];
  /** The same key with the same drafts writes once; with other drafts it is refused. */
  readonly idempotencyKey?: string;
}

/** Writes items from outside of turns, up to a thousand at once, in one transaction: of all users, or with a refusal of none. */
export class WriteItems {
  constructor(
    private readonly ledger: ItemLedger,
    private readonly policies: PolicyBook,
    private readonly ids: IdSource,
  ) {
    expectWrites();
  }

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
    const groups = [...byUser(drafts)];
    const written = await this.ledger.writeTogether(
      groups.map(([userId, own]) => this.writeOf(tenant, userId, [...own.values()], idempotencyKey)),
    );
    if (isRefusal(written)) {
      countRefusedWrites(drafts.length);
      return written;
    }
    const outcomes = new Map<number, readonly ItemOutcome[]>();
    for (const [at, [, own]] of groups.entries()) {
      const answer = written[at];
      if (!answer || answer.reply === null) return ERASED;
      const told = recorded.parse(answer.reply).outcomes.map((one) => {
        const standing = answer.restated.get(one.id);
        return standing === undefined ? one : { ...one, id: standing, restated: true };
      });
      if (!answer.repeated) countWrites(told);
      let from = 0;
      for (const [index, draft] of own) outcomes.set(index, told.slice(from, (from += statementsOf(draft).length)));
    }
    return drafts.flatMap((_draft, index) => outcomes.get(index) ?? []);
  }

  private writeOf(tenant: TenantId, userId: UserId, drafts: readonly ItemDraft[], key: string): WriteTogether {
    const commandId = messageId(deriveId('items', tenant, userId, key));
    const body = contentHash(drafts);
    const policy = this.policies.of(tenant);
    return {
      key: { tenant, userId, commandId },
      check: (reply) => (reply === null ? ERASED : keyReused(reply, body)),
      decide: (known) => {
        if (drafts.some(({ timestampMs }) => timestampMs <= known.erasedUntilMs)) return ERASED;
        const planned = planItems(drafts, commandId, policy, known.mode ?? policy.gate.mode);
        if (isRefusal(planned)) return planned;
        const plan = planOf(planned, commandId, policy.items.credibility, known);
        return { plan, reply: { body, outcomes: outcomesOf(planned, plan, known) } };
      },
    };
  }
}

const ERASED = erasedBefore('timestamp');

/** Each user's drafts by their place in the request. */
function byUser(drafts: readonly ItemDraft[]): Map<UserId, Map<number, ItemDraft>> {
  const groups = new Map<UserId, Map<number, ItemDraft>>();
  for (const [index, draft] of drafts.entries()) {
    const own = groups.get(draft.userId) ?? new Map<number, ItemDraft>();
    groups.set(draft.userId, own.set(index, draft));
  }
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
  return planned.map(({ id, key, kind, reason }): ItemOutcome => {
    const named = { ...(key === undefined ? {} : { key }), ...(reason === undefined ? {} : { reason }) };
    if (kind !== 'statement') return { id, kind, ...named, status: items.get(id) ?? 'active' };
    const status = facts.get(id);
    if (status) return { id, kind: 'fact', ...named, status };
    if (candidates.has(id)) return { id, kind: 'candidate', ...named, status: 'candidate' };
    const standing = known.active.find((fact) => fact.key === key);
    return { id: standing?.id ?? id, kind: 'fact', ...named, status: 'unchanged' };
  });
}
