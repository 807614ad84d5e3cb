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

/** A table under a policy already, which sweepers must find rows of in every tenant. */
export const everyTenantPolicy = (table: string): string =>
  `CREATE POLICY every_tenant ON ${sqlName(table)} USING (${EVERY});`;

/** Lets a scope with `curator` read and write every row of the tenant: what an organisation shares has no user to write it. */
export const curatorPolicy = (table: string): string =>
  `CREATE POLICY curated_rows ON ${sqlName(table)} USING (${TENANT} AND current_setting('plinth.curator', true) = 'on');`;

/** Lets a scope with `mergedUser` read and write that user's rows too, so that they can change hands (M22). */
export const mergingPolicy = (table: string): string =>
  `CREATE POLICY merged_rows ON ${sqlName(table)} USING (${TENANT} AND user_id = nullif(current_setting('plinth.merged_user', true), ''));`;

/** Forced, so that it binds the owner too; a policy without WITH CHECK checks what is written by the same rule. */
function policies(table: string, condition: string, options: PolicyOptions): string {
  const name = sqlName(table);
  return [
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`,
    `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`,
    `CREATE POLICY own_rows ON ${name} USING (${condition});`,
    ...(options.everyTenant ? [everyTenantPolicy(table)] : []),
  ].join('\n');
}
