import fc from 'fast-check';
import { TransientError } from '@plinth/kernel';
import type { WireRecord } from '../transport';
import { KeyedBatches } from './keyed-batches';

const record = (key: string, id: string, bytes = 10): WireRecord => ({
  topic: 'plinth.memory.commands',
  key,
  headers: { ce_id: id },
  body: Buffer.alloc(bytes),
});
const idOf = (each: WireRecord) => each.headers.ce_id ?? '';
const LIMITS = { maxRequests: 2, maxRecords: 5, maxBytes: 10_000 };
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Requests that the test answers. */
class Broker {
  readonly requests: { ids: string[]; done: () => void; fail: () => void }[] = [];
  produce = (records: readonly WireRecord[]) =>
    new Promise<void>((resolve, reject) => {
      this.requests.push({
        ids: records.map(idOf),
        done: resolve,
        fail: () => reject(new TransientError('bus_unavailable', 'gone')),
      });
    });
}

describe('KeyedBatches', () => {
  it('sends what one tick submits as one request', async () => {
    const broker = new Broker();
    const batches = new KeyedBatches(broker.produce, LIMITS);
    const sent = [batches.submit([record('a', 'a1')]), batches.submit([record('b', 'b1'), record('a', 'a2')])];
    await tick();
    expect(broker.requests.map(({ ids }) => ids)).toEqual([['a1', 'b1', 'a2']]);
    broker.requests[0]?.done();
    await Promise.all(sent);
  });

  it('lets later sends of a key wait while one is under way, and other keys pass', async () => {
    const broker = new Broker();
    const batches = new KeyedBatches(broker.produce, LIMITS);
    void batches.submit([record('a', 'a1')]);
    await tick();
    void batches.submit([record('a', 'a2')]);
    void batches.submit([record('b', 'b1')]);
    await tick();
    expect(broker.requests.map(({ ids }) => ids)).toEqual([['a1'], ['b1']]);
    broker.requests[0]?.done();
    await tick();
    await tick();
    expect(broker.requests.map(({ ids }) => ids)).toEqual([['a1'], ['b1'], ['a2']]);
  });

  it('rejects a failed send alone: later ones of its key still go, in order', async () => {
    const broker = new Broker();
    const batches = new KeyedBatches(broker.produce, LIMITS);
    const first = batches.submit([record('a', 'a1')]);
    await tick();
    const later = [batches.submit([record('a', 'a2')]), batches.submit([record('a', 'a3')])];
    broker.requests[0]?.fail();
    await expect(first).rejects.toMatchObject({ code: 'bus_unavailable' });
    await tick();
    expect(broker.requests[1]?.ids).toEqual(['a2', 'a3']);
    broker.requests[1]?.done();
    await Promise.all(later);
  });

  it('sends no more of a call once a part of it has failed', async () => {
    const broker = new Broker();
    const batches = new KeyedBatches(broker.produce, { ...LIMITS, maxRecords: 2 });
    const call = batches.submit(['a1', 'a2', 'a3'].map((id) => record('a', id)));
    await tick();
    broker.requests[0]?.fail();
    await expect(call).rejects.toMatchObject({ code: 'bus_unavailable' });
    await tick();
    expect(broker.requests).toHaveLength(1);
  });

  it('bounds the requests under way and the bytes of each', async () => {
    const broker = new Broker();
    const batches = new KeyedBatches(broker.produce, LIMITS);
    void batches.submit(['a', 'b', 'c', 'd'].map((key) => record(key, key, 6_000)));
    await tick();
    expect(broker.requests.map(({ ids }) => ids)).toEqual([['a'], ['b']]);
    broker.requests[1]?.done();
    await tick();
    await tick();
    expect(broker.requests.map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c']]);
  });

  it('keeps every key in the order submitted, settles every call, and sends all that no failure of its own call held back', async () => {
    const call = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ keys: call, pauseBefore: fc.boolean() }), { maxLength: 20 }),
        fc.infiniteStream(fc.boolean()),
        fc.infiniteStream(fc.nat({ max: 2 })),
        async (calls, failures, delays) => {
          const produced: string[] = [];
          const failed = new Set<string>();
          const underWay = new Set<string>();
          const batches = new KeyedBatches(
            async (records) => {
              const keys = new Set(records.map((each) => each.key));
              for (const key of keys) {
                expect(underWay.has(key)).toBe(false);
                underWay.add(key);
              }
              produced.push(...records.map(idOf));
              for (let ticks = delays.next().value ?? 0; ticks > 0; ticks -= 1) await tick();
              for (const key of keys) underWay.delete(key);
              if (failures.next().value) {
                for (const each of records) failed.add(idOf(each).split('.')[0] ?? '');
                throw new TransientError('bus_unavailable', 'gone');
              }
            },
            { maxRequests: 3, maxRecords: 4, maxBytes: 100_000 },
          );
          const outcomes: Promise<[number, boolean]>[] = [];
          for (const [index, { keys, pauseBefore }] of calls.entries()) {
            if (pauseBefore) await tick();
            const records = keys.map((key, place) => record(key, `${index}.${place}.${key}`));
            outcomes.push(
              batches.submit(records).then(
                () => [index, true],
                () => [index, false],
              ),
            );
          }
          for (const [index, succeeded] of await Promise.all(outcomes)) {
            expect(succeeded).toBe(!failed.has(String(index)));
            const ids = calls[index]?.keys.map((key, place) => `${index}.${place}.${key}`) ?? [];
            if (succeeded) expect(produced).toEqual(expect.arrayContaining(ids));
          }
          for (const key of ['a', 'b', 'c']) {
            const ofKey = produced.filter((id) => id.endsWith(key)).map(placeOf);
            expect(ofKey).toEqual([...ofKey].sort((x, y) => x - y));
          }
          expect(new Set(produced).size).toBe(produced.length);
        },
      ),
    );
  });
});

/** `<call>.<place>.<key>` as a number that grows in the order submitted. */
function placeOf(id: string): number {
  const [call, place] = id.split('.').map(Number);
  return (call ?? 0) * 100 + (place ?? 0);
}
