import type { ServiceName } from '@plinth/contracts';
import type { ErrorBody } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import type { ParkedMessage } from './parked-message';
import { COLUMNS, rowOf, valuesOf, type ParkedMessageSql } from './parked-row-sql';
import { ParkingStore, type Lease, type ParkedKey, type ParkedRow } from './parking-store';

const names = COLUMNS.map(([name]) => name).join(', ');
const values = COLUMNS.map(([, type], index) => `$${index + 1}::${type}`).join(', ');

/** Adding a row and deleting the last one both lock the key's row, so that neither misses the other. */
const ADD = `INSERT INTO parked_messages (${names}) SELECT ${values} FROM locked_key
  ON CONFLICT (consumer, parking_key, message_id) DO NOTHING`;

const PARK = `
  WITH locked_key AS (
    INSERT INTO parked_keys (consumer, parking_key, tenant) VALUES ($1::text, $2::text, $3::text)
    ON CONFLICT (consumer, parking_key) DO UPDATE SET consumer = excluded.consumer RETURNING consumer)
  ${ADD}`;

const FOLLOW = `
  WITH locked_key AS (
    SELECT consumer FROM parked_keys WHERE consumer = $1 AND parking_key = $2 FOR UPDATE),
  added AS (${ADD})
  SELECT count(*)::integer AS parked FROM locked_key`;

const LEASE = `
  UPDATE parked_keys SET lease_owner = $3, lease_until = clock_timestamp() + make_interval(secs => $4)
  WHERE consumer = $1 AND parking_key = $2
    AND (lease_owner IS NULL OR lease_owner = $3 OR lease_until < clock_timestamp())
  RETURNING consumer`;

const LIST = `
  SELECT parking_key, count(*)::integer AS messages, min(parked_at)::bigint AS first_parked_at,
    (array_agg(error::text ORDER BY seq))[1] AS error
  FROM parked_messages WHERE consumer = $1 GROUP BY parking_key ORDER BY min(seq) LIMIT $2`;

const ERASE = `
  UPDATE parked_messages SET body = NULL, user_id = NULL, error = NULL
  WHERE tenant = $1 AND body IS NOT NULL AND (user_id = ANY($2::text[]) OR session = ANY($3::text[]))
  RETURNING seq`;

/** A ParkingStore in the service's own schema; `parkingMigration` makes its tables. */
export class PostgresParkingStore extends ParkingStore {
  constructor(private readonly db: SqlDatabase) {
    super();
  }

  async park(message: ParkedMessage): Promise<void> {
    await this.db.query(PARK, valuesOf(message), EVERY_TENANT);
  }

  async follow(message: ParkedMessage): Promise<boolean> {
    const [answer] = await this.db.query<{ parked: number }>(FOLLOW, valuesOf(message), EVERY_TENANT);
    return answer?.parked === 1;
  }

  async parkedKeys(consumer: ServiceName): Promise<readonly string[]> {
    const rows = await this.db.query<{ parking_key: string }>(
      'SELECT parking_key FROM parked_keys WHERE consumer = $1',
      [consumer],
      EVERY_TENANT,
    );
    return rows.map((row) => row.parking_key);
  }

  async lease(lease: Lease, forMs: number): Promise<boolean> {
    const leased = await this.db.query(LEASE, [...keyOf(lease), lease.owner, forMs / 1_000], EVERY_TENANT);
    return leased.length === 1;
  }

  async release(lease: Lease): Promise<void> {
    await this.db.query(
      `UPDATE parked_keys SET lease_owner = NULL, lease_until = NULL
       WHERE consumer = $1 AND parking_key = $2 AND lease_owner = $3`,
      [...keyOf(lease), lease.owner],
      EVERY_TENANT,
    );
  }

  async rows(consumer: ServiceName, parkingKey: string, limit: number): Promise<readonly ParkedRow[]> {
    const rows = await this.db.query<ParkedMessageSql>(
      `SELECT seq, ${names} FROM parked_messages WHERE consumer = $1 AND parking_key = $2 ORDER BY seq LIMIT $3`,
      [consumer, parkingKey, limit],
      EVERY_TENANT,
    );
    return rows.map(rowOf);
  }

  remove(lease: Lease, seq: number): Promise<'removed' | 'unparked' | 'absent' | 'lost'> {
    const key = keyOf(lease);
    return this.db.transaction(async (tx) => {
      const owned = await tx.query(
        'SELECT 1 FROM parked_keys WHERE consumer = $1 AND parking_key = $2 AND lease_owner = $3 FOR UPDATE',
        [...key, lease.owner],
      );
      if (owned.length === 0) return 'lost';
      const removed = await tx.query(
        'DELETE FROM parked_messages WHERE consumer = $1 AND parking_key = $2 AND seq = $3 RETURNING seq',
        [...key, seq],
      );
      if (removed.length === 0) return 'absent';
      const unparked = await tx.query(
        `DELETE FROM parked_keys WHERE consumer = $1 AND parking_key = $2
           AND NOT EXISTS (SELECT 1 FROM parked_messages WHERE consumer = $1 AND parking_key = $2)
         RETURNING consumer`,
        key,
      );
      return unparked.length === 1 ? 'unparked' : 'removed';
    }, EVERY_TENANT);
  }

  async recordFailure(lease: Lease, seq: number, error: ErrorBody): Promise<void> {
    await this.db.query(
      `UPDATE parked_messages SET error = $4::json
       WHERE consumer = $1 AND parking_key = $2 AND seq = $3 AND body IS NOT NULL`,
      [...keyOf(lease), seq, error],
      EVERY_TENANT,
    );
  }

  async list(consumer: ServiceName, limit: number): Promise<readonly ParkedKey[]> {
    const rows = await this.db.query<{
      parking_key: string;
      messages: number;
      first_parked_at: number;
      error: string | null;
    }>(LIST, [consumer, limit], EVERY_TENANT);
    return rows.map((row) => ({
      parkingKey: row.parking_key,
      messages: row.messages,
      firstParkedAtMs: row.first_parked_at,
      errorCode: row.error === null ? 'erased' : codeIn(row.error),
    }));
  }

  async erase(tenant: string, whose: { users: readonly string[]; sessions: readonly string[] }): Promise<number> {
    const erased = await this.db.query(ERASE, [tenant, whose.users, whose.sessions], EVERY_TENANT);
    return erased.length;
  }
}

const keyOf = (lease: Lease): [string, string] => [lease.consumer, lease.parkingKey];

function codeIn(error: string): string {
  const parsed: unknown = JSON.parse(error);
  const code = typeof parsed === 'object' && parsed !== null && 'code' in parsed ? parsed.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
