import { TRUSTED_SOURCES } from '../../../domain/candidates/source-trust';
import type { ForgettingPolicy } from '../../../domain/forgetting/forgetting-policy';
import type { Statement } from './command-batches';
import { COUNT_HITS, RESTORE_USED } from './item-life-sql';

/** What a use does to what is used (M16). */
export function useWrites(
  {
    tenant,
    userId,
    itemIds,
  }: { readonly tenant: string; readonly userId: string; readonly itemIds: readonly string[] },
  { perUse, lasting, stable, restoredImportance }: ForgettingPolicy,
  nowMs: number,
): Statement[] {
  const used = [tenant, userId, itemIds, nowMs];
  return [
    [COUNT_HITS, [...used, perUse, lasting, stable.gapDays]],
    [RESTORE_USED, [...used, restoredImportance, TRUSTED_SOURCES]],
  ];
}
