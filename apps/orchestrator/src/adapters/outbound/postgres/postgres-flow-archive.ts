import type { SqlDatabase } from '@plinth/postgres';
import type { Flow } from '../../../domain/flow/flow';
import { storedFlow } from '../../../domain/flow/parse-flow';

/** Every version of a flow that a replica has ever offered, by hash: what an instance pins is never lost with a deploy (T4). */
export class PostgresFlowArchive {
  constructor(private readonly db: SqlDatabase) {}

  async store(flows: readonly Flow[]): Promise<void> {
    for (const { hash, definition } of flows) {
      await this.db.query('INSERT INTO flows (hash, name, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        hash,
        definition.name,
        definition,
      ]);
    }
  }

  /** Undefined when no replica has offered that version. */
  async fetch(hash: string): Promise<Flow | undefined> {
    const [row] = await this.db.query<{ body: unknown }>('SELECT body FROM flows WHERE hash = $1', [hash]);
    return row && storedFlow(row.body);
  }
}
