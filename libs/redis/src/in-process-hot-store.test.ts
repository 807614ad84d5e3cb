import { FixedClock } from '@plinth/kernel';
import { hotStoreContract } from './hot-store.contract';
import { InProcessHotStore } from './in-process-hot-store';

describe('InProcessHotStore', () => {
  const shared = new InProcessHotStore();
  hotStoreContract(
    () => Promise.resolve(shared),
    async (key) => {
      await shared.remove(key);
    },
  );
});

it('InProcessHotStore drops leftovers as others are written, so that memory does not grow', async () => {
  const clock = new FixedClock(0);
  const store = new InProcessHotStore(clock);
  for (let at = 0; at < 100; at++) await store.writeHash(`old:${at}`, { a: '1' }, 1_000);
  clock.advance(1_000);
  for (let at = 0; at < 102; at++) await store.writeHash('new', { a: '1' }, 1_000);
  expect(store['entries'].size).toBe(1);
});
