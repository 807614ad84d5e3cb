import { randomUUID } from 'node:crypto';
import { type HotStore, VERSION_FIELD } from './hot-store';

const TTL_MS = 60_000;

/** What every HotStore keeps. `flush` empties the store behind its back. */
export function hotStoreContract(open: () => Promise<HotStore>, flush: (key: string) => Promise<void>): void {
  let store: HotStore;
  let key: string;

  beforeAll(async () => {
    store = await open();
  });

  beforeEach(() => {
    key = `test:${randomUUID()}`;
  });

  afterEach(() => store.remove(key));
  afterAll(() => store.close());

  it('reads a hash that was never written as absent', async () => {
    expect(await store.readHash(key)).toBeUndefined();
  });

  it('replaces the whole hash: no field of the old one stays', async () => {
    await store.writeHash(key, { city: '北京', '': 'empty name' }, TTL_MS);
    await store.writeHash(key, { day: 'Monday' }, TTL_MS);
    expect(await store.readHash(key)).toEqual({ day: 'Monday' });
  });

  it('M4: changes, adds and removes fields in one step and leaves the others', async () => {
    await store.writeHash(key, { city: '北京', day: 'Monday', kept: 'yes' }, TTL_MS);
    expect(
      await store.updateFields(key, { set: { city: '上海', guests: '2' }, remove: ['day', 'never'] }, TTL_MS),
    ).toBe(true);
    expect(await store.readHash(key)).toEqual({ city: '上海', guests: '2', kept: 'yes' });
  });

  it('M4: updates only the expected version, and says when it was another', async () => {
    await store.writeHash(key, { a: '1', [VERSION_FIELD]: '4' }, TTL_MS);
    expect(await store.updateFields(key, { set: { a: '2' }, expectVersion: 3, version: 4 }, TTL_MS)).toBe(false);
    expect(await store.readHash(key)).toEqual({ a: '1', [VERSION_FIELD]: '4' });
    expect(await store.updateFields(key, { set: { a: '2' }, expectVersion: 4, version: 5 }, TTL_MS)).toBe(true);
    expect(await store.readHash(key)).toEqual({ a: '2', [VERSION_FIELD]: '5' });
  });

  it('M4: of two concurrent updates from one version exactly one wins', async () => {
    await store.writeHash(key, { [VERSION_FIELD]: '1' }, TTL_MS);
    const race = (winner: string) => store.updateFields(key, { set: { winner }, expectVersion: 1, version: 2 }, TTL_MS);
    const won = await Promise.all([race('one'), race('two')]);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await store.readHash(key)).toEqual({ winner: won[0] ? 'one' : 'two', [VERSION_FIELD]: '2' });
  });

  it('M4: a flush between write and read reads as absent, and an update that expects a version finds none', async () => {
    await store.writeHash(key, { a: '1', [VERSION_FIELD]: '4' }, TTL_MS);
    await flush(key);
    expect(await store.readHash(key)).toBeUndefined();
    expect(await store.updateFields(key, { set: { a: '2' }, expectVersion: 4, version: 5 }, TTL_MS)).toBe(false);
    expect(await store.readHash(key)).toBeUndefined();
  });

  it('M4: a slow rebuild does not put an old version over a newer one', async () => {
    await store.writeHash(key, { a: 'new', [VERSION_FIELD]: '10' }, TTL_MS);
    expect(await store.writeHash(key, { a: 'old', [VERSION_FIELD]: '9' }, TTL_MS)).toBe(false);
    expect(await store.readHash(key)).toEqual({ a: 'new', [VERSION_FIELD]: '10' });
    expect(await store.writeHash(key, { a: 'newer', [VERSION_FIELD]: '11' }, TTL_MS)).toBe(true);
  });

  it('forgets a hash when its time to live is over, which every write sets anew', async () => {
    await store.writeHash(key, { a: '1' }, 100);
    await store.updateFields(key, { set: { b: '2' } }, 400);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await store.readHash(key)).toEqual({ a: '1', b: '2' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.readHash(key)).toBeUndefined();
  });

  it('a hash that loses its last field is absent', async () => {
    await store.writeHash(key, { a: '1' }, TTL_MS);
    await store.updateFields(key, { remove: ['a'] }, TTL_MS);
    expect(await store.readHash(key)).toBeUndefined();
    expect(await store.remove(key)).toBe(0);
  });

  it('removes keys and counts those that were there', async () => {
    await store.writeHash(key, { a: '1' }, TTL_MS);
    expect(await store.remove(key, `${key}:other`)).toBe(1);
    expect(await store.remove(key)).toBe(0);
    expect(await store.remove()).toBe(0);
  });

  it('holds five thousand fields', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, `v${at}`]));
    await store.writeHash(key, fields, TTL_MS);
    expect(await store.readHash(key)).toEqual(fields);
  });

  it('answers a ping', async () => {
    await expect(store.ping()).resolves.toBeUndefined();
  });
}
