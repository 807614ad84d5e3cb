import { PermanentError, textFault } from '@plinth/kernel';
import { escapeLiteral } from 'pg';
import type { SqlExecutor } from './sql-executor';

/** Whose rows a transaction may see and write, for tables under the policies of `row-policies.ts` (M20). */
export interface Scope {
  readonly tenant: string;
  readonly user?: string;
  /** A second user, whose rows are being merged into the first one's or taken out again. */
  readonly mergedUser?: string;
  /** May read and write what the tenant's members share. */
  readonly curator?: boolean;
}

/** For sweepers and operators: every row of the tables whose policy was made with `everyTenant: true`, and no other table's. */
export interface EveryTenant {
  readonly everyTenant: true;
}
export const EVERY_TENANT: EveryTenant = { everyTenant: true };

/** SET LOCAL statements for the start of a transaction, each ended by a semicolon. */
export function scopeStatements(scope: Scope | EveryTenant | undefined): string {
  if (scope === undefined) return '';
  if ('everyTenant' in scope) return `SET LOCAL plinth.every_tenant = 'on';`;
  return [
    `SET LOCAL plinth.tenant = ${settingLiteral('tenant', scope.tenant)};`,
    ...(scope.user === undefined ? [] : [`SET LOCAL plinth."user" = ${settingLiteral('user', scope.user)};`]),
    ...(scope.mergedUser === undefined
      ? []
      : [`SET LOCAL plinth.merged_user = ${settingLiteral('merged user', scope.mergedUser)};`]),
    ...(scope.curator ? [`SET LOCAL plinth.curator = 'on';`] : []),
  ].join(' ');
}

/**
 * Moves an open transaction to another scope, so that one group commit can write rows of several tenants. Not awaited, it travels
 * with the statement that follows it.
 */
export async function enterScope(tx: SqlExecutor, scope: Scope): Promise<void> {
  const tenant = settingText('tenant', scope.tenant);
  const user = settingText('user', scope.user ?? '');
  const merged = settingText('merged user', scope.mergedUser ?? '');
  await tx.query(
    `SELECT set_config('plinth.tenant', $1, true), set_config('plinth.user', $2, true), set_config('plinth.merged_user', $3, true),
       set_config('plinth.curator', $4, true), set_config('plinth.every_tenant', '', true)`,
    [tenant, user, merged, scope.curator ? 'on' : ''],
  );
}

/**
 * SQL that moves an open transaction on to a user whom its own statement finds: `SELECT ${intoScopeOf('user_id')} FROM …`. What follows it
 * in the transaction, awaited or not, sees that user's rows.
 */
export const intoScopeOf = (user: string): string => `set_config('plinth.user', ${user}, true)`;

const settingLiteral = (field: string, value: string) => escapeLiteral(settingText(field, value));

/** A lone surrogate would be sent as U+FFFD, and two users become one. */
function settingText(field: string, value: string): string {
  const fault = textFault(value);
  if (fault !== undefined)
    throw new PermanentError('invalid_text', `The scope's ${field} holds text that cannot be stored.`, {
      field,
      rule: fault,
    });
  return value;
}
