import { tenantPolicy, type Migration } from '@plinth/postgres';

/**
 * The parking tables, for every service's own schema. The service reads them in the scope of every tenant, since a consumer
 * parks for all; a record that names no tenant is seen in that scope alone.
 * `headers` and `error` are `json`, not `jsonb`, and `body` is bytes: a malformed record must be storable as it came.
 * Personal text: `body`, `user_id`, `error`, which erasure sets to null.
 */
export const parkingMigration: Migration = {
  id: 'bus_0001_parking',
  sql: `
    CREATE TABLE parked_keys (
      consumer text NOT NULL,
      parking_key text NOT NULL,
      tenant text,
      lease_owner text,
      lease_until timestamptz,
      PRIMARY KEY (consumer, parking_key)
    );
    CREATE TABLE parked_messages (
      consumer text NOT NULL,
      parking_key text NOT NULL,
      seq bigint GENERATED ALWAYS AS IDENTITY,
      message_id text NOT NULL,
      type text NOT NULL,
      topic text NOT NULL,
      record_key text NOT NULL,
      record_partition integer NOT NULL,
      record_offset text NOT NULL,
      appended_at bigint NOT NULL,
      tenant text,
      session text,
      turn text,
      user_id text,
      observed_at bigint,
      headers json NOT NULL,
      body bytea,
      error json,
      parked_at bigint NOT NULL,
      PRIMARY KEY (consumer, parking_key, seq),
      UNIQUE (consumer, parking_key, message_id)
    );
    ${tenantPolicy('parked_keys', { everyTenant: true })}
    ${tenantPolicy('parked_messages', { everyTenant: true })}
  `,
};
