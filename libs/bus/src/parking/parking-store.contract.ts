import { randomUUID } from 'node:crypto';
import type { ParkedMessage } from './parked-message';
import type { Lease, ParkingStore } from './parking-store';

/** What every ParkingStore keeps; `open` gives one whose tables may hold rows of other tests. */
export function parkingStoreContract(open: () => ParkingStore): void {
  const store = () => open();
  const key = () => `acme/s/${randomUUID()}/t/turn`;
  const lease = (parkingKey: string, owner = 'me'): Lease => ({ consumer: 'memory', parkingKey, owner });
  const message = (parkingKey: string, id: string, over: Partial<ParkedMessage> = {}): ParkedMessage => ({
    consumer: 'memory',
    parkingKey,
    messageId: id,
    type: 'memory.end.v1',
    record: {
      topic: 'plinth.memory.commands',
      key: 'acme/s/session',
      partition: 3,
      offset: '9007199254740993',
      appendedAtMs: 1_700_000_000_000,
      headers: { ce_id: id, traceparent: '00-1-2-01' },
      body: Buffer.from(`{"said":"${id} 退款"}`),
    },
    tenant: 'acme',
    session: 'session',
    turn: 'turn',
    user: 'lin',
    observedAtMs: 1_699_999_999_999,
    error: { code: 'always', message: 'never works', retryable: true },
    parkedAtMs: 1_700_000_001_000,
    ...over,
  });
  const ids = async (parkingKey: string) => (await store().rows('memory', parkingKey, 100)).map((row) => row.messageId);

  it('gives back a message as it was parked', async () => {
    const parkingKey = key();
    const parked = message(parkingKey, 'a');
    await store().park(parked);
    const [row] = await store().rows('memory', parkingKey, 10);
    expect(row).toEqual({ ...parked, seq: expect.any(Number) as number, erased: false });
  });

  it('gives back a record byte by byte that is no text and no message, with U+0000 and lone surrogates in its headers', async () => {
    const parkingKey = key();
    const record = {
      ...message(parkingKey, 'x').record,
      headers: { odd: 'a\u0000b', broken: '\ud83d' },
      body: Buffer.from([0, 0xff, 0xfe, 0x22]),
    };
    const {
      tenant: _t,
      session: _s,
      turn: _u,
      user: _v,
      observedAtMs: _o,
      ...unknown
    } = message(parkingKey, 'x\u0000y', { record });
    await store().park(unknown);
    const [row] = await store().rows('memory', parkingKey, 10);
    expect(row?.record).toEqual(record);
    expect(row?.tenant).toBeUndefined();
  });

  it('keeps the order of parking, and holds a message that is parked twice once', async () => {
    const parkingKey = key();
    for (const id of ['a', 'b', 'a', 'c']) await store().park(message(parkingKey, id));
    expect(await ids(parkingKey)).toEqual(['a', 'b', 'c']);
  });

  it('lets a message follow only a key that is parked', async () => {
    const parkingKey = key();
    expect(await store().follow(message(parkingKey, 'b'))).toBe(false);
    expect(await ids(parkingKey)).toEqual([]);
    await store().park(message(parkingKey, 'a'));
    expect(await store().follow(message(parkingKey, 'b'))).toBe(true);
    expect(await store().follow(message(parkingKey, 'b'))).toBe(true);
    expect(await ids(parkingKey)).toEqual(['a', 'b']);
  });

  it('knows the parked keys of each consumer apart', async () => {
    const [mine, theirs] = [key(), key()];
    await store().park(message(mine, 'a'));
    await store().park(message(theirs, 'a', { consumer: 'reflection' }));
    expect(await store().parkedKeys('memory')).toEqual(expect.arrayContaining([mine]));
    expect(await store().parkedKeys('memory')).not.toContain(theirs);
    expect(await store().rows('reflection', mine, 10)).toEqual([]);
  });

  it('gives a lease to one owner at a time, to another once it has run out or was released, and none of a key that is free', async () => {
    const parkingKey = key();
    expect(await store().lease(lease(parkingKey), 60_000)).toBe(false);
    await store().park(message(parkingKey, 'a'));
    expect(await store().lease(lease(parkingKey), 60_000)).toBe(true);
    expect(await store().lease(lease(parkingKey), 1)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store().lease(lease(parkingKey, 'other'), 60_000)).toBe(true);
    expect(await store().lease(lease(parkingKey), 60_000)).toBe(false);
    await store().release(lease(parkingKey));
    expect(await store().lease(lease(parkingKey), 60_000)).toBe(false);
    await store().release(lease(parkingKey, 'other'));
    expect(await store().lease(lease(parkingKey), 60_000)).toBe(true);
  });

  it('replay 2: deletes only for the owner of the lease, and deleting the last row unparks the key', async () => {
    const parkingKey = key();
    for (const id of ['a', 'b']) await store().park(message(parkingKey, id));
    const [first, second] = await store().rows('memory', parkingKey, 10);
    await store().lease(lease(parkingKey), 60_000);
    expect(await store().remove(lease(parkingKey, 'other'), first!.seq)).toBe('lost');
    expect(await store().remove(lease(parkingKey), first!.seq)).toBe('removed');
    expect(await ids(parkingKey)).toEqual(['b']);
    expect(await store().remove(lease(parkingKey), second!.seq)).toBe('unparked');
    expect(await store().parkedKeys('memory')).not.toContain(parkingKey);
    expect(await store().follow(message(parkingKey, 'c'))).toBe(false);
  });

  it('replay 2: says of a row that is not there, or is another key’s, that it is absent, and deletes nothing', async () => {
    const [parkingKey, other] = [key(), key()];
    await store().park(message(parkingKey, 'a'));
    await store().park(message(other, 'b'));
    const [mine] = await store().rows('memory', parkingKey, 1);
    const [theirs] = await store().rows('memory', other, 1);
    await store().lease(lease(parkingKey), 60_000);
    expect(await store().remove(lease(parkingKey), theirs!.seq)).toBe('absent');
    expect(await store().remove(lease(parkingKey), mine!.seq + 1_000_000)).toBe('absent');
    expect([await ids(parkingKey), await ids(other)]).toEqual([['a'], ['b']]);
    expect(await store().remove(lease(parkingKey), mine!.seq)).toBe('unparked');
  });

  it('replay 2: a follower that races the deletion of the last row is either in the table of a parked key or told to go on', async () => {
    for (let round = 0; round < 10; round += 1) {
      const parkingKey = key();
      await store().park(message(parkingKey, 'a'));
      await store().lease(lease(parkingKey), 60_000);
      const [row] = await store().rows('memory', parkingKey, 1);
      const [followed, removed] = await Promise.all([
        store().follow(message(parkingKey, 'b')),
        store().remove(lease(parkingKey), row!.seq),
      ]);
      expect(await ids(parkingKey)).toEqual(followed ? ['b'] : []);
      expect(removed).toBe(followed ? 'removed' : 'unparked');
    }
  });

  it('shows why a replay failed, and lists the keys with the reason of their oldest message', async () => {
    const parkingKey = key();
    for (const id of ['a', 'b']) await store().park(message(parkingKey, id));
    const [row] = await store().rows('memory', parkingKey, 1);
    await store().lease(lease(parkingKey), 60_000);
    await store().recordFailure(lease(parkingKey), row!.seq, { code: 'still', message: 'broken', retryable: false });
    const listed = await store().list('memory', 1_000);
    expect(listed.find((each) => each.parkingKey === parkingKey)).toEqual({
      parkingKey,
      messages: 2,
      firstParkedAtMs: 1_700_000_001_000,
      errorCode: 'still',
    });
  });

  it('erases what users said, by their ids and by their sessions, in their tenant alone; the rows stay', async () => {
    const parkingKey = key();
    const [user, session] = [randomUUID(), randomUUID()];
    await store().park(message(parkingKey, 'by-user', { user }));
    await store().park(message(parkingKey, 'by-session', { session }));
    await store().park(message(parkingKey, 'foreign', { user, tenant: 'globex' }));
    await store().park(message(parkingKey, 'other'));
    expect(await store().erase('acme', { users: [user], sessions: [session] })).toBe(2);
    expect(await store().erase('acme', { users: [user], sessions: [session] })).toBe(0);
    const rows = await store().rows('memory', parkingKey, 10);
    expect(rows.map((row) => [row.messageId, row.erased, row.error.code, row.record.body.length > 0])).toEqual([
      ['by-user', true, 'erased', false],
      ['by-session', true, 'erased', false],
      ['foreign', false, 'always', true],
      ['other', false, 'always', true],
    ]);
    expect(rows[0]?.user).toBeUndefined();
  });
}
