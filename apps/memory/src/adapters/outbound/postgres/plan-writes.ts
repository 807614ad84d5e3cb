import { itemVector, sparseLiteral, termCounts } from '@plinth/terms';
import type { NewItem } from '../../../domain/items/new-item';
import type { CommitPlan } from '../../../domain/profile/commit-plan';
import { localVector } from '../../../domain/recall/recall-query';
import type { Statement } from './command-batches';
import { DEPRECATE, WRITE_FACTS, WRITE_ITEMS, WRITE_LOG } from './commit-sql';
import { RENEW_FACTS } from './renew-sql';
import { vectorLiteral } from './search-sql';
import { QUEUE_ITEMS } from './vector-sql';

interface Place {
  readonly tenant: string;
  readonly userId: string;
  readonly sessionId?: string;
  /** What a row of the plan comes from when it does not say so itself. */
  readonly sourceId: string;
  readonly nowMs: number;
  /** The model that items wait for; without one their vectors are made here. */
  readonly embeddedBy?: string;
}

/** The statements that carry a plan out, in the order in which they have to run: what gives way goes first. */
export function planWrites(plan: CommitPlan, place: Place): Statement[] {
  const { tenant, userId, sessionId = null, sourceId, nowMs, embeddedBy } = place;
  const facts = new Set(plan.facts.map(({ id }) => id));
  const candidates = plan.candidates
    .filter(({ id }) => !facts.has(id))
    .map((candidate) => ({ ...candidate, confidence: candidate.from?.confidence ?? 0.5 }));
  const rows = [...candidates, ...plan.facts].map(({ from, ...row }) => ({ ...from, ...row }));
  const writes: Statement[] = [];
  if (plan.deprecated.length > 0) writes.push([DEPRECATE, [tenant, userId, plan.deprecated, nowMs]]);
  if (rows.length > 0) writes.push([WRITE_FACTS, [tenant, userId, sessionId, sourceId, JSON.stringify(rows), nowMs]]);
  if (plan.reaffirmed && plan.reaffirmed.length > 0) {
    const again = plan.reaffirmed.map(({ from, ...row }) => ({ ...from, ...row, renews: from !== undefined }));
    writes.push([RENEW_FACTS, [tenant, userId, JSON.stringify(again), nowMs]]);
  }
  if (plan.log.length > 0) writes.push([WRITE_LOG, [tenant, userId, JSON.stringify(plan.log), nowMs]]);
  if (plan.items.length > 0) {
    const items = plan.items.map((item) => searchable(item, embeddedBy === undefined));
    writes.push([WRITE_ITEMS, [tenant, userId, sessionId, JSON.stringify(items), nowMs]]);
    const ids = items.map(({ id }) => id);
    if (embeddedBy !== undefined) writes.push([QUEUE_ITEMS, [tenant, userId, ids, embeddedBy, nowMs]]);
  }
  return writes;
}

/** What the arms find it by; an item without a term has neither terms nor vector. */
function searchable(item: NewItem, embedded: boolean) {
  const counts = termCounts(item.content);
  const vector = embedded ? localVector(item.content) : undefined;
  return {
    ...item,
    terms: counts.size === 0 ? null : sparseLiteral(itemVector(counts)),
    ...(vector ? { model: vector.model, vector: vectorLiteral(vector) } : {}),
  };
}
