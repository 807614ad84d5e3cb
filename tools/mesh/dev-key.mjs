/** The API key of a development mesh: `<data dir>/dev.key` holds it, `<data dir>/api-keys.json` its hash and rights. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the key once; answers it. @param {string} dataDir @returns {string} */
export function ensureDevKey(dataDir) {
  mkdirSync(dataDir, { recursive: true });
  const keyFile = join(dataDir, 'dev.key');
  if (!existsSync(keyFile))
    writeFileSync(keyFile, `plinth_dev_${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  const key = readFileSync(keyFile, 'utf8').trim();
  const entry = {
    key_sha256: createHash('sha256').update(key).digest('hex'),
    tenant: 'default',
    scopes: ['turns', 'act-as', 'memory', 'memory-system', 'documents', 'skills', 'admin', 'operator'],
    name: 'dev',
  };
  const keysFile = join(dataDir, 'api-keys.json');
  if (!existsSync(keysFile)) writeFileSync(keysFile, `${JSON.stringify([entry], null, 2)}\n`, { mode: 0o600 });
  return key;
}
