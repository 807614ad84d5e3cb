import { PermanentError, tenantId, userId } from '@plinth/kernel';
import { z } from 'zod';
import { brokenRule } from '../input/broken-rule';
import { SCOPES, type Identity } from './identity';

export interface ApiKey {
  /** SHA-256 of the key, 32 bytes. */
  readonly hash: Buffer;
  readonly identity: Identity;
}

const keyFile = z.array(
  z.strictObject({
    key_sha256: z.string().regex(/^[0-9a-f]{64}$/i),
    tenant: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/),
    scopes: z.array(z.enum(SCOPES)),
    user_id: z.string().min(1).max(256).optional(),
    name: z.string().min(1).max(64),
  }),
);

/** Reads the text of a key file. Throws PermanentError `api_keys_invalid` that names the entry and field, never a value. */
export function parseApiKeys(text: string): readonly ApiKey[] {
  const json = parseJson(text);
  const entries = keyFile.safeParse(json);
  if (!entries.success) {
    const { field, reason } = brokenRule(entries.error.issues, json);
    throw invalid(`${field || 'it'} ${reason}.`);
  }
  const seen = new Set<string>();
  return entries.data.map(({ key_sha256, tenant, scopes, user_id, name }) => {
    if (seen.size === seen.add(key_sha256.toLowerCase()).size) throw invalid(`the key of \`${name}\` is listed twice.`);
    const user = user_id === undefined ? {} : { userId: userId(user_id) };
    const identity = { tenant: tenantId(tenant), scopes: new Set(scopes), keyName: name, ...user };
    return { hash: Buffer.from(key_sha256, 'hex'), identity };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid('it is not valid JSON.', error);
  }
}

function invalid(reason: string, cause?: unknown): PermanentError {
  return new PermanentError('api_keys_invalid', `The file of API keys cannot be used: ${reason}`, {}, { cause });
}
