import type { NewItem } from '../../../domain/items/new-item';
import type { CommitPlan } from '../../../domain/profile/commit-plan';
import { localVector } from '../../../domain/recall/recall-query';
import { itemVector, sparseLiteral } from '../../../domain/terms/bm25';
import { termCounts } from '../../../domain/terms/tokenise';
import type { Statement } from './command-batches';
import { DEPRECATE, WRITE_FACTS, WRITE_ITEMS, WRITE_LOG } from './commit-sql';
import { vectorLiteral } from './search-sql';

interface Place {
  readonly tenant: string;
  readonly userId: string;
  readonly sessionId?: string;
  /** What a row of the plan comes from when it does not say so itself. */
  readonly sourceId: string;
  readonly nowMs: number;
}

/** The statements that carry a plan out, in the order in which they have to run: what gives way goes first. */
export function planWrites(plan: CommitPlan, place: Place): Statement[] {
  const { tenant, userId, sessionId = null, sourceId, nowMs } = place;
  const facts = new Set(plan.facts.map(({ id }) => id));
  const candidates = plan.candidates
    .filter(({ id }) => !facts.has(id))
    .map((candidate) => ({ ...candidate, confidence: 0.5 }));
  const rows = [...candidates, ...plan.facts].map(({ from, ...row }) => ({ ...from, ...row }));
  const writes: Statement[] = [];
  if (plan.deprecated.length > 0) writes.push([DEPRECATE, [tenant, userId, plan.deprecated, nowMs]]);
  if (rows.length > 0) writes.push([WRITE_FACTS, [tenant, userId, sessionId, sourceId, JSON.stringify(rows), nowMs]]);
  if (plan.log.length > 0) writes.push([WRITE_LOG, [tenant, userId, JSON.stringify(plan.log), nowMs]]);
  if (plan.items.length > 0) {
    const items = plan.items.map(searchable);
    writes.push([WRITE_ITEMS, [tenant, userId, sessionId, JSON.stringify(items), nowMs]]);
  }
  return writes;
}

/** What the arms find it by; an item without a term has neither terms nor vector. */
function searchable(item: NewItem) {
  const counts = termCounts(item.content);
  const vector = localVector(item.content);
  return {
    ...item,
    terms: counts.size === 0 ? null : sparseLiteral(itemVector(counts)),
    ...(vector ? { model: vector.model, vector: vectorLiteral(vector) } : {}),
  };
}
