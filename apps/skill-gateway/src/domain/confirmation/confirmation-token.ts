import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson, type JsonObject, type MessageId, type TenantId } from '@plinth/kernel';

/** What exactly is confirmed: one command, with these arguments, by this version, for this user. */
export interface Confirmable {
  readonly tenant: TenantId;
  readonly commandId: MessageId;
  readonly skill: string;
  readonly version: string;
  readonly userId: string;
  readonly arguments: JsonObject;
}

/** How long a person has to confirm. */
export const CONFIRM_WITHIN_MS = 10 * 60_000;

const TOKEN = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/**
 * A token that whoever holds the secret can check, on any replica and without a store: the end of its time and an HMAC-SHA-256 (RFC 2104)
 * over what it confirms. It serves once, since it names the command, and a command acts once (T3). Nothing of the call can be read from it.
 */
export function confirmationToken(secret: string, of: Confirmable, expiresAtMs: number): string {
  return `${expiresAtMs.toString(36)}.${macOf(secret, of, expiresAtMs).toString('base64url')}`;
}

/** Whether the token confirms exactly this, and still does. */
export function confirms(secret: string, of: Confirmable, token: string, nowMs: number): boolean {
  const [, expires = '', mac = ''] = TOKEN.exec(token) ?? [];
  const expiresAtMs = Number.parseInt(expires, 36);
  if (!(expiresAtMs > nowMs)) return false;
  return timingSafeEqual(macOf(secret, of, expiresAtMs), Buffer.from(mac, 'base64url'));
}

function macOf(
  secret: string,
  { tenant, commandId, skill, version, userId, arguments: args }: Confirmable,
  expiresAtMs: number,
) {
  const confirmed = canonicalJson(['confirmation.1', expiresAtMs, tenant, commandId, skill, version, userId, args]);
  return createHmac('sha256', secret).update(confirmed).digest();
}
