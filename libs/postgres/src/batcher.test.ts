import { TransientError } from '@plinth/kernel';
import fc from 'fast-check';
import { Batcher } from './batcher';
import { insideTransaction } from './transaction-guard';

/** A flush that the test ends when it likes. */
interface Flush {
  readonly items: readonly number[];
  readonly succeed: () => void;
  readonly fail: () => void;
  readonly refuse: () => void;
}

function controlled(maxBatch: number, concurrency: number) {
  const started: Flush[] = [];
  const running = new Set<Flush>();
  let most = 0;
  const batcher = new Batcher<number, string>({
    maxBatch,
    concurrency,
    flush: (items) =>
      new Promise((resolve, reject) => {
        const flush: Flush = {
          items,
          succeed: () => {
            running.delete(flush);
            resolve(items.map((item) => `r${item}`));
          },
          fail: () => {
            running.delete(flush);
            reject(new TransientError('postgres_unavailable', `lost ${items.join()}`));
          },
          refuse: () => {
            running.delete(flush);
            reject(new Error(`refused ${items.join()}`));
          },
        };
        started.push(flush);
        running.add(flush);
        most = Math.max(most, running.size);
      }),
  });
  return { batcher, started, running, most: () => most };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('Batcher', () => {
  it('1, 2, 3, 4: answers every item once by its last flush, in order, and never runs more flushes than allowed', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant('add' as const) },
      fc.constantFrom('tick' as const, 'succeed' as const, 'fail' as const, 'refuse' as const),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, maxBatch, concurrency) => {
          const { batcher, started, running, most } = controlled(maxBatch, concurrency);
          const lost = new Set<number>();
          const refused = new Set<number>();
          const answers: Promise<string>[] = [];
          const end = (how: 'succeed' | 'fail' | 'refuse') => {
            const [flush] = running;
            if (how === 'fail') flush?.items.forEach((item) => lost.add(item));
            if (how === 'refuse' && flush?.items.length === 1) refused.add(flush.items[0] ?? -1);
            flush?.[how]();
          };
          for (const what of steps) {
            if (what === 'add') answers.push(batcher.add(answers.length).catch((error: unknown) => String(error)));
            else if (what === 'tick') await tick();
            else end(what);
          }
          const drained = batcher.drain();
          for (let round = 0; round < 2 * steps.length + 2; round++) {
            await tick();
            end('succeed');
          }
          await drained;
          const results = await Promise.all(answers);
          const firsts = [...new Set(started.flatMap(({ items }) => items))];
          expect(firsts).toEqual(answers.map((_, at) => at));
          results.forEach((result, at) => {
            if (refused.has(at)) expect(result).toBe(`Error: refused ${at}`);
            else expect(result).toMatch(lost.has(at) ? /^TransientError: lost/ : new RegExp(`^r${at}$`));
          });
          expect(Math.max(0, ...started.map(({ items }) => items.length))).toBeLessThanOrEqual(maxBatch);
          expect(most()).toBeLessThanOrEqual(concurrency);
        },
      ),
    );
  });

  it('flushes what one tick brought together, and what came during a flush as the next one', async () => {
    const { batcher, started } = controlled(100, 1);
    const first = [batcher.add(1), batcher.add(2)];
    await tick();
    const second = [batcher.add(3), batcher.add(4), batcher.add(5)];
    await tick();
    expect(started.map(({ items }) => items)).toEqual([[1, 2]]);
    started[0]?.succeed();
    expect(await Promise.all(first)).toEqual(['r1', 'r2']);
    expect(started.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    started[1]?.succeed();
    await Promise.all(second);
  });

  it('4: only the item that cannot be stored fails; what shared its flush is done, in few flushes more', async () => {
    const flushes: (readonly number[])[] = [];
    const batcher = new Batcher<number, number>({
      maxBatch: 64,
      concurrency: 1,
      flush: (items) => {
        flushes.push(items);
        return items.includes(17) ? Promise.reject(new RangeError('22P02')) : Promise.resolve(items);
      },
    });
    const all = await Promise.allSettled(Array.from({ length: 64 }, (_, item) => batcher.add(item)));
    expect(all.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([17]);
    expect(flushes).toHaveLength(1 + 2 * Math.log2(64));
  });

  it('4: after a failure whose outcome is unknown nothing is flushed again: its callers know how to repeat it', async () => {
    const { batcher, started } = controlled(10, 1);
    const both = Promise.allSettled([batcher.add(1), batcher.add(2)]);
    await tick();
    started[0]?.fail();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(started).toHaveLength(1);
  });

  it('4: a conflict is known to be undone, so that smaller flushes are tried', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher<number, number>({
      maxBatch: 4,
      concurrency: 1,
      flush: (items) => {
        sizes.push(items.length);
        return items.length > 1
          ? Promise.reject(new TransientError('postgres_conflict', 'deadlock'))
          : Promise.resolve(items);
      },
    });
    expect(await Promise.all([batcher.add(1), batcher.add(2)])).toEqual([1, 2]);
    expect(sizes).toEqual([2, 1, 1]);
  });

  it('rejects each item of a flush that answers another number of results', async () => {
    const batcher = new Batcher<number, number>({ maxBatch: 10, concurrency: 1, flush: () => Promise.resolve([1]) });
    const both = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('rejects an item that is added inside a transaction, whose connection the flush may need', async () => {
    const { batcher } = controlled(10, 1);
    await expect(insideTransaction({}, () => batcher.add(1))).rejects.toThrow('inside its own transaction');
  });

  it('resolves drain at once when idle', async () => {
    await expect(controlled(1, 1).batcher.drain()).resolves.toBeUndefined();
  });
});
