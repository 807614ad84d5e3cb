import { refuse, userId, type Refusal, type TenantId, type UserId } from '@plinth/kernel';

/**
 * `memory-system` may say that something was verified by the system, `documents` writes what an organisation shares, `admin` decides for
 * its tenant. `operator` alone reaches beyond its own tenant: it reads parked messages and writes what all tenants share, such as rollouts.
 */
export const SCOPES = [
  'turns',
  'act-as',
  'memory',
  'memory-system',
  'documents',
  'skills',
  'admin',
  'operator',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who calls: everything that a request may touch follows from it and never from the request's own words. */
export interface Identity {
  readonly tenant: TenantId;
  readonly scopes: ReadonlySet<Scope>;
  /** The user that the key belongs to, if it belongs to one. */
  readonly userId?: UserId;
  readonly keyName: string;
}

/** The identity of callers without a key: only on a loopback address of the embedded profile. */
export function localIdentity(tenant: TenantId): Identity {
  return { tenant, scopes: new Set(SCOPES), keyName: 'local' };
}

/**
 * The user that a request acts for: the key's own, or the one that it names. Only scope `act-as` names another user;
 * a key that has neither a user nor that scope acts for nobody.
 */
export function resolveUser(identity: Identity, named?: string): UserId | Refusal {
  if (named !== undefined && named === identity.userId) return identity.userId;
  if (!identity.scopes.has('act-as')) {
    if (named === undefined && identity.userId !== undefined) return identity.userId;
    return mayNotActAs();
  }
  if (named !== undefined) return userId(named);
  return (
    identity.userId ??
    refuse('invalid', 'invalid_request', '`user_id` is required.', { field: 'user_id', rule: 'required' })
  );
}

/** For a user named in another way, by channel and external id: undefined if the identity may do so. */
export function refuseActingAs(identity: Identity): Refusal | undefined {
  return identity.scopes.has('act-as') ? undefined : mayNotActAs();
}

function mayNotActAs(): Refusal {
  return refuse('forbidden', 'may_not_act_as', 'This key may not act for that user: it lacks the scope act-as.', {
    rule: 'scope',
  });
}
