import { sqlName } from './sql-name';

export interface PolicyOptions {
  /** Also lets a transaction of scope EVERY_TENANT see and write every row; for what sweepers must find. */
  readonly everyTenant?: boolean;
}

const TENANT = `tenant = nullif(current_setting('plinth.tenant', true), '')`;
const USER = `user_id = nullif(current_setting('plinth.user', true), '')`;
const EVERY = `current_setting('plinth.every_tenant', true) = 'on'`;

/** Forced row-level security on the column `tenant` (M20); an unset or empty scope sees nothing and writes nothing. */
export function tenantPolicy(table: string, options: PolicyOptions = {}): string {
  return policies(table, TENANT, options);
}

/** The same on the columns `tenant` and `user_id` (M20). */
export function tenantUserPolicy(table: string, options: PolicyOptions = {}): string {
  return policies(table, `${TENANT} AND ${USER}`, options);
}

/** Forced, so that it binds the owner too; a policy without WITH CHECK checks what is written by the same rule. */
function policies(table: string, condition: string, options: PolicyOptions): string {
  const name = sqlName(table);
  return [
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`,
    `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`,
    `CREATE POLICY own_rows ON ${name} USING (${condition});`,
    ...(options.everyTenant ? [`CREATE POLICY every_tenant ON ${name} USING (${EVERY});`] : []),
  ].join('\n');
}
