import { tenantPolicy, type Migration } from '@plinth/postgres';

export const erasures: Migration = {
  id: '0002_erasures',
  sql: `
      CREATE TABLE erasures (
        tenant text NOT NULL, user_id text NOT NULL, up_to_ms bigint NOT NULL, PRIMARY KEY (tenant, user_id));
      ${tenantPolicy('erasures')}`,
};
