import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import { KeyLanes } from './key-lanes';

interface Step {
  readonly key: string;
  readonly id: number;
}

const noFault = (fault: unknown) => {
  throw fault;
};

describe('KeyLanes', () => {
  it('B1: whatever is pushed and however it settles, a key runs one item at a time, in order, and all of them', async () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(keys, fc.boolean()), { maxLength: 40 }),
        fc.scheduler(),
        async (pushes, scheduler) => {
          const ran: Step[] = [];
          const running = new Set<string>();
          const faults: unknown[] = [];
          const lanes = new KeyLanes<Step & { fails: boolean }>(
            async ({ key, id, fails }) => {
              expect(running.has(key)).toBe(false);
              running.add(key);
              ran.push({ key, id });
              await scheduler.schedule(Promise.resolve());
              running.delete(key);
              if (fails) throw new Error('a fault');
            },
            (fault) => faults.push(fault),
          );
          pushes.forEach(([key, fails], id) => lanes.push(key, { key, id, fails }));
          await scheduler.waitIdle();
          for (const wanted of ['a', 'b', 'c', 'd']) {
            const inOrder = pushes.flatMap(([key], id) => (key === wanted ? [id] : []));
            expect(ran.filter(({ key }) => key === wanted).map(({ id }) => id)).toEqual(inOrder);
          }
          expect(faults).toHaveLength(pushes.filter(([, fails]) => fails).length);
          expect(lanes.size).toBe(0);
        },
      ),
    );
  });

  it('B1: an item that never settles holds its own key and no other', async () => {
    const ran: string[] = [];
    const lanes = new KeyLanes<string>((item) => {
      ran.push(item);
      return item === 'a1' ? new Promise(() => undefined) : Promise.resolve();
    }, noFault);
    lanes.push('a', 'a1');
    lanes.push('a', 'a2');
    lanes.push('b', 'b1');
    lanes.push('b', 'b2');
    await new Promise(setImmediate);
    expect(ran).toEqual(['a1', 'b1', 'b2']);
    expect(lanes.size).toBe(1);
  });

  it('runs items in the context of their maker: nothing that surrounds a push reaches them', async () => {
    const surrounding = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const lanes = new KeyLanes<string>(() => {
      seen.push(surrounding.getStore());
      return Promise.resolve();
    }, noFault);
    surrounding.run('a transaction of the sender', () => lanes.push('a', 'a1'));
    await new Promise(setImmediate);
    expect(seen).toEqual([undefined]);
  });

  it('runs nothing inside push', () => {
    const ran: string[] = [];
    const lanes = new KeyLanes<string>((item) => {
      ran.push(item);
      return Promise.resolve();
    }, noFault);
    lanes.push('a', 'a1');
    expect(ran).toEqual([]);
  });
});
