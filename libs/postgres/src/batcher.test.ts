import fc from 'fast-check';
import { Batcher } from './batcher';
import { insideTransaction } from './transaction-guard';

/** A flush that the test ends when it likes. */
interface Flush {
  readonly items: readonly number[];
  readonly succeed: () => void;
  readonly fail: () => void;
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
            reject(new Error(`lost ${items.join()}`));
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
  it('1, 2, 3: answers every item once by its own flush, in order, and never runs more flushes than allowed', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant('add' as const) },
      fc.constantFrom('tick' as const, 'succeed' as const, 'fail' as const),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, maxBatch, concurrency) => {
          const { batcher, started, running, most } = controlled(maxBatch, concurrency);
          const failed = new Set<number>();
          const answers: Promise<string>[] = [];
          const end = (how: 'succeed' | 'fail') => {
            const [flush] = running;
            if (how === 'fail') flush?.items.forEach((item) => failed.add(item));
            flush?.[how]();
          };
          for (const what of steps) {
            if (what === 'add') answers.push(batcher.add(answers.length).catch((error: unknown) => String(error)));
            else if (what === 'tick') await tick();
            else end(what);
          }
          const drained = batcher.drain();
          for (let round = 0; round < steps.length + 2; round++) {
            await tick();
            end('succeed');
          }
          await drained;
          const results = await Promise.all(answers);
          expect(started.flatMap(({ items }) => items)).toEqual(answers.map((_, at) => at));
          results.forEach((result, at) =>
            expect(result).toMatch(failed.has(at) ? /^Error: lost/ : new RegExp(`^r${at}$`)),
          );
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
