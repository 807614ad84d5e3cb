import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCOPES } from './identity';
import { parseApiKeys } from './parse-api-keys';

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

describe('what the README says of keys', () => {
  it('names every scope in its table, and no other', () => {
    const named = [...readme.matchAll(/^ {2}\| `([a-z-]+)` \|/gm)].map(([, scope]) => scope);
    expect(named.sort()).toEqual([...SCOPES].sort());
  });

  it('names the fields that an entry takes', () => {
    const form = /JSON file `\[\{(.*?)\}\]`/.exec(readme)?.[1] ?? '';
    const fields = [...form.matchAll(/"([a-z0-9_]+)"/g)].map(([, field]) => field);
    const entry = { key_sha256: 'a'.repeat(64), tenant: 'acme', scopes: SCOPES, user_id: 'ann', name: 'web' };
    expect(parseApiKeys(JSON.stringify([entry]))).toHaveLength(1);
    expect(fields.sort()).toEqual(Object.keys(entry).sort());
  });
});
