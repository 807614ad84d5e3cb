import { tenantId, userId } from '@plinth/kernel';
import { localIdentity, refuseActingAs, resolveUser, type Identity, type Scope } from './identity';
import { KeyAuthenticator, LoopbackAuthenticator } from './authenticator';
import { isLoopback } from './loopback';
import { parseApiKeys } from './parse-api-keys';

const identity = (scopes: readonly Scope[], user?: string): Identity => ({
  tenant: tenantId('t'),
  scopes: new Set(scopes),
  keyName: 'k',
  ...(user !== undefined && { userId: userId(user) }),
});

describe('resolveUser', () => {
  it('gives the key’s own user when none is named, or when that one is', () => {
    expect(resolveUser(identity(['turns'], 'li'))).toBe('li');
    expect(resolveUser(identity(['turns'], 'li'), 'li')).toBe('li');
    expect(resolveUser(identity(['act-as'], 'li'))).toBe('li');
  });

  it('lets only act-as name another user', () => {
    expect(resolveUser(identity(['act-as']), 'wang')).toBe('wang');
    expect(resolveUser(identity(['turns', 'admin'], 'li'), 'wang')).toMatchObject({ kind: 'forbidden' });
    expect(refuseActingAs(identity(['turns'], 'li'))).toMatchObject({ kind: 'forbidden' });
    expect(refuseActingAs(identity(['act-as']))).toBeUndefined();
  });

  it('forbids a key without a user and without act-as, and asks a key with act-as for the name', () => {
    expect(resolveUser(identity(['turns']))).toMatchObject({ kind: 'forbidden' });
    expect(resolveUser(identity(['turns']), 'li')).toMatchObject({ kind: 'forbidden' });
    expect(resolveUser(identity(['act-as']))).toMatchObject({
      kind: 'invalid',
      error: { field: 'user_id', rule: 'required' },
    });
  });
});

describe('LoopbackAuthenticator', () => {
  const authenticator = new LoopbackAuthenticator(localIdentity(tenantId('default')));

  it.each([
    { host: '127.0.0.1:8080' },
    { host: 'localhost:8080', origin: 'http://localhost:5173' },
    { host: '[::1]:8080' },
  ])('knows this machine: %j', (headers) =>
    expect(authenticator.authenticate(headers)).toMatchObject({ tenant: 'default', keyName: 'local' }),
  );

  it.each([
    { host: 'evil.example:8080' },
    { host: '127.0.0.1:8080', origin: 'https://evil.example' },
    { host: '127.0.0.1:8080', origin: 'null' },
    {},
  ])('refuses a page of another site and a rebound name: %j', (headers) =>
    expect(() => authenticator.authenticate(headers)).toThrow('foreign_origin'),
  );
});

describe('KeyAuthenticator', () => {
  it('knows no key when there is no file', () => {
    expect(() => new KeyAuthenticator(undefined).authenticate({ authorization: 'Bearer x' })).toThrow(
      'api_key_unknown',
    );
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.9.9.9', 'localhost', '::1', '[::1]'])('%s is', (host) =>
    expect(isLoopback(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.evil.example', '127.0.0.1.evil.example', ''])('%s is not', (host) =>
    expect(isLoopback(host)).toBe(false),
  );
});

describe('parseApiKeys', () => {
  const key = { key_sha256: 'a'.repeat(64), tenant: 'default', scopes: ['turns'], name: 'dev' };

  it('reads keys with and without a user', () => {
    const [own] = parseApiKeys(JSON.stringify([{ ...key, user_id: 'li' }]));
    expect(own?.identity).toEqual({ tenant: 'default', scopes: new Set(['turns']), keyName: 'dev', userId: 'li' });
    expect(parseApiKeys('[]')).toEqual([]);
  });

  it.each([
    ['{', 'not valid JSON'],
    ['{}', 'it must be of type array'],
    [JSON.stringify([{ ...key, key_sha256: 'hunter2' }]), '0.key_sha256 does not have the right form'],
    [JSON.stringify([{ ...key, scopes: ['root'] }]), '0.scopes.0 must be one of'],
    [JSON.stringify([{ ...key, scope: [] }]), '0.scope is not a field here'],
    [JSON.stringify([key, key]), 'listed twice'],
  ])('says what is wrong with %s without quoting it', (text, reason) => {
    expect(() => parseApiKeys(text)).toThrow(reason);
    expect(() => parseApiKeys(text)).not.toThrow('hunter2');
  });
});
