import { SERVICES } from '@plinth/contracts';
import { EVERY_TENANT, PostgresDatabase } from '@plinth/postgres';

/** Messages parked by each service, from its own table. */
export async function parkedMessages(databaseUrl: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { schema } of Object.values(SERVICES)) {
    const database = new PostgresDatabase({ url: databaseUrl, schema, poolSize: 1 });
    try {
      const text = 'SELECT count(*) AS parked FROM parked_messages';
      const [row] = await database.query<{ parked: number }>(text, undefined, EVERY_TENANT);
      counts[schema] = row?.parked ?? 0;
    } finally {
      await database.close();
    }
  }
  return counts;
}
