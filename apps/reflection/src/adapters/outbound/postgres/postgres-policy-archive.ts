import type { SqlDatabase } from '@plinth/postgres';
import type { PolicyFile } from '../../../domain/policy/policy';
import { PolicyArchive } from '../../../ports/policy-archive';

export class PostgresPolicyArchive extends PolicyArchive {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async keep(version: string, policies: readonly PolicyFile[], atMs: number): Promise<void> {
    await this.database.query(
      'INSERT INTO policy_sets (version, policies, loaded_at) VALUES ($1, $2::jsonb, $3) ON CONFLICT (version) DO NOTHING',
      [version, JSON.stringify(policies), atMs],
    );
  }

  async find(version: string): Promise<readonly unknown[] | undefined> {
    const [row] = await this.database.query<{ policies: unknown[] }>(
      'SELECT policies FROM policy_sets WHERE version = $1',
      [version],
    );
    return row?.policies;
  }
}
