import { PostgresDatabase } from '@plinth/postgres';

/** What handlers did, in a database that outlives them: each delivery, and each effect once by command id. */
export class EffectLedger {
  private readonly database: PostgresDatabase;

  constructor(url: string) {
    this.database = new PostgresDatabase({ url, schema: 'public', role: new URL(url).username });
  }

  async create(): Promise<void> {
    await this.database.asOwner(async (tx) => {
      await tx.query(`
        CREATE TABLE deliveries (seq bigserial PRIMARY KEY, command_id text NOT NULL, pid int NOT NULL);
        CREATE TABLE effects (seq bigserial, command_id text PRIMARY KEY, session text NOT NULL)`);
    });
  }

  async noteDelivery(commandId: string): Promise<void> {
    await this.database.query('INSERT INTO deliveries (command_id, pid) VALUES ($1, $2)', [commandId, process.pid]);
  }

  /** Returns whether this call made the effect; a later one of the same command finds it made. */
  async effect(commandId: string, session: string): Promise<boolean> {
    const rows = await this.database.query(
      'INSERT INTO effects (command_id, session) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING seq',
      [commandId, session],
    );
    return rows.length === 1;
  }

  async deliveriesOf(commandId: string): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM deliveries WHERE command_id = $1',
      [commandId],
    );
    return row?.count ?? 0;
  }

  /** Command ids by session in the order of their effects. */
  async effects(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.database.query<{ session: string; ids: string[] }>(
      'SELECT session, array_agg(command_id ORDER BY seq) AS ids FROM effects GROUP BY session',
    );
    return new Map(rows.map(({ session, ids }) => [session, ids]));
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
