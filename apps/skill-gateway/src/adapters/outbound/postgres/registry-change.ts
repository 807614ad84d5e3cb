import type { SqlExecutor } from '@plinth/postgres';

/** Rung after every change of the registry and of its rollouts. */
export const REGISTRY_CHANNEL = 'plinth_skill_registry';

/** Counts a change of the skills themselves, once its transaction holds, and rings for it. */
export async function countSkillsChange(tx: SqlExecutor): Promise<void> {
  await tx.query(
    `WITH counted AS (
       UPDATE registry_revision SET revision = revision + 1, skills_revision = revision + 1 RETURNING 1)
     SELECT pg_notify($1, '') FROM counted`,
    [REGISTRY_CHANNEL],
  );
}
