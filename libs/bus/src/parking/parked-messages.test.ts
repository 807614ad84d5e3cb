import { FixedClock, PermanentError, TransientError } from '@plinth/kernel';
import { quiet } from '../bus.stage';
import type { ReplayOutcome } from '../engine/delivery-engine';
import type { FetchedRecord } from '../transport';
import { InMemoryParkingStore } from './in-memory-parking-store';
import type { ParkedMessage } from './parked-message';
import { ParkedMessages, type ParkedMessagesOptions } from './parked-messages';

const KEY = 'acme/s/s/t/t';
const clock = new FixedClock(0);

const message = (id: string, over: Partial<ParkedMessage> = {}): ParkedMessage => ({
  consumer: 'memory',
  parkingKey: KEY,
  messageId: id,
  type: 'memory.end.v1',
  record: {
    topic: 'plinth.memory.commands',
    key: 'k',
    partition: 0,
    offset: id,
    appendedAtMs: 0,
    headers: {},
    body: Buffer.from('{}'),
  },
  tenant: 'acme',
  session: 's',
  turn: 't',
  error: { code: 'always', message: 'no', retryable: false },
  parkedAtMs: 0,
  ...over,
});

async function setUp(messages: readonly ParkedMessage[], over: Partial<ParkedMessagesOptions> = {}) {
  const store = new InMemoryParkingStore(clock);
  for (const each of messages) await store.park(each);
  const replayed: string[] = [];
  const redeliver = async (record: FetchedRecord): Promise<ReplayOutcome> => {
    replayed.push(record.offset);
    return Promise.resolve('handled');
  };
  const judge = { isFinal: () => Promise.resolve(false) };
  const options = {
    consumer: 'memory',
    store,
    judge,
    redeliver,
    owner: 'me',
    leaseMs: 1_000,
    log: quiet,
    ...over,
  } as const;
  return { store, replayed, parked: new ParkedMessages(options), options };
}

describe('ParkedMessages', () => {
  it('replay 1: leaves a key alone that another replay is draining, until its lease has run out', async () => {
    const { store, parked, replayed } = await setUp([message('a')]);
    await store.lease({ consumer: 'memory', parkingKey: KEY, owner: 'other' }, 500);
    expect(await parked.replayKey(KEY)).toEqual({ state: 'busy', handled: 0, discarded: 0 });
    expect(replayed).toEqual([]);
    clock.advance(501);
    expect(await parked.replayKey(KEY)).toEqual({ state: 'drained', handled: 1, discarded: 0 });
  });

  it('replay 1: two replays of one process do not drain a key together, nor does a discard take a row from under a replay', async () => {
    const { store, options } = await setUp([message('a')]);
    const [row] = await store.rows('memory', KEY, 1);
    const meanwhile: unknown[] = [];
    const parked: ParkedMessages = new ParkedMessages({
      ...options,
      redeliver: async () => {
        meanwhile.push((await parked.replayKey(KEY)).state, await parked.discard(KEY, row!.seq));
        return 'handled';
      },
    });
    expect(await parked.replayKey(KEY)).toEqual({ state: 'drained', handled: 1, discarded: 0 });
    expect(meanwhile).toEqual(['busy', 'busy']);
  });

  it('replay 1: a replay that has lost its lease to another stops there, and what it replayed last stays the other’s', async () => {
    const other = { consumer: 'memory', parkingKey: KEY, owner: 'other' } as const;
    const { store, parked } = await setUp([message('a'), message('b')], {
      redeliver: async () => {
        clock.advance(1_001);
        expect(await store.lease(other, 10_000)).toBe(true);
        return 'handled';
      },
    });
    expect(await parked.replayKey(KEY)).toEqual({ state: 'busy', handled: 0, discarded: 0 });
    expect((await store.rows('memory', KEY, 10)).map(({ messageId }) => messageId)).toEqual(['a', 'b']);
  });

  it('replay 2: discards a message that is there, and says of any other that it is absent; the key is free afterwards', async () => {
    const { store, parked } = await setUp([message('a'), message('b')]);
    const [first, second] = await parked.inspect(KEY);
    expect(await parked.discard(KEY, second!.seq + 1)).toBe('absent');
    expect(await parked.discard('elsewhere', first!.seq)).toBe('absent');
    expect(await parked.inspect(KEY)).toHaveLength(2);
    expect(await parked.discard(KEY, first!.seq)).toBe('discarded');
    expect(await parked.discard(KEY, first!.seq)).toBe('absent');
    expect(await store.lease({ consumer: 'memory', parkingKey: KEY, owner: 'other' }, 500)).toBe(true);
    expect(await parked.discard(KEY, second!.seq)).toBe('busy');
    expect((await parked.inspect(KEY)).map((row) => row.messageId)).toEqual(['b']);
  });

  it('replay 1: drains what follows while it drains', async () => {
    const { store, options } = await setUp([message('a')]);
    const replayed: string[] = [];
    const parked = new ParkedMessages({
      ...options,
      redeliver: async (record) => {
        replayed.push(record.offset);
        if (record.offset === 'a') expect(await store.follow(message('b'))).toBe(true);
        return 'handled';
      },
    });
    expect(await parked.replayKey(KEY)).toEqual({ state: 'drained', handled: 2, discarded: 0 });
    expect(replayed).toEqual(['a', 'b']);
    expect(await store.follow(message('c'))).toBe(false);
  });

  it('replay 4: stops at the row that fails again, says why, and frees the lease; what is behind it stays', async () => {
    const { store, options } = await setUp(['a', 'b', 'c'].map((id) => message(id)));
    const parked = new ParkedMessages({
      ...options,
      redeliver: async ({ offset }) =>
        Promise.resolve(
          offset === 'b' ? { error: new PermanentError('still', 'broken'), kind: 'permanent', tries: 1 } : 'handled',
        ),
    });
    expect(await parked.replayKey(KEY)).toMatchObject({ state: 'failed', handled: 1, error: { code: 'still' } });
    expect((await parked.inspect(KEY)).map((row) => [row.messageId, row.error.code])).toEqual([
      ['b', 'still'],
      ['c', 'always'],
    ]);
    expect(await store.lease({ consumer: 'memory', parkingKey: KEY, owner: 'other' }, 500)).toBe(true);
  });

  it('replay 3: replays nothing while the journal cannot be asked, and frees the lease', async () => {
    const { store, parked, replayed } = await setUp([message('a')], {
      judge: { isFinal: () => Promise.reject(new TransientError('orchestrator_unavailable', 'away')) },
    });
    await expect(parked.replayKey(KEY)).rejects.toMatchObject({ code: 'orchestrator_unavailable' });
    expect(replayed).toEqual([]);
    expect(await store.lease({ consumer: 'memory', parkingKey: KEY, owner: 'other' }, 500)).toBe(true);
  });

  it('replay 3: replays the events of a final turn: only its commands are stale', async () => {
    const { parked, replayed } = await setUp([message('command'), message('event', { type: 'memory.ended.v1' })], {
      judge: { isFinal: () => Promise.resolve(true) },
    });
    expect(await parked.replayKey(KEY)).toEqual({ state: 'drained', handled: 1, discarded: 1 });
    expect(replayed).toEqual(['event']);
  });

  it('discards a row whose text has been erased: there is nothing left to handle', async () => {
    const { store, parked, replayed } = await setUp([message('a', { user: 'lin' }), message('b')]);
    await store.erase('acme', { users: ['lin'], sessions: [] });
    expect(await parked.replayKey(KEY)).toEqual({ state: 'drained', handled: 1, discarded: 1 });
    expect(replayed).toEqual(['b']);
  });

  it('drains all keys, those parked first in front', async () => {
    const { parked, replayed } = await setUp([
      message('second', { parkingKey: 'k2', parkedAtMs: 2 }),
      message('first', { parkingKey: 'k1', parkedAtMs: 1 }),
    ]);
    const reports = await parked.replayAll();
    expect([...reports.values()].map((report) => report.state)).toEqual(['drained', 'drained']);
    expect(replayed).toEqual(['first', 'second']);
  });
});
