import { TransientError } from '@plinth/kernel';
import { HealthRegistry } from './health-registry';

describe('HealthRegistry', () => {
  it('is ready when every check passes, and lists by name and code those that do not', async () => {
    const registry = new HealthRegistry();
    registry.register({
      name: 'postgres',
      check: () => Promise.reject(new TransientError('store_unavailable', 'host db-7')),
    });
    registry.register({ name: 'redis', check: () => Promise.resolve() });
    registry.register({
      name: 'bus',
      check: () => {
        throw new TypeError('bug');
      },
    });
    expect(await registry.readiness()).toEqual([
      { name: 'postgres', reason: 'store_unavailable' },
      { name: 'bus', reason: 'TypeError' },
    ]);
  });

  it('lives while only checks fail that a restart cannot mend', async () => {
    const registry = new HealthRegistry();
    registry.register({ name: 'postgres', check: () => Promise.reject(new Error('away')) });
    expect(await registry.liveness()).toEqual([]);
    const remove = registry.register({
      name: 'consumer',
      liveness: true,
      check: () => Promise.reject(new Error('dead')),
    });
    expect(await registry.liveness()).toEqual([{ name: 'consumer', reason: 'Error' }]);
    remove();
    expect(await registry.liveness()).toEqual([]);
  });

  it('H1 H2: answers within its bound when checks hang, asks them at once, and never starts one twice', async () => {
    const registry = new HealthRegistry();
    let started = 0;
    const hang = (): Promise<void> => {
      started += 1;
      return new Promise(() => undefined);
    };
    registry.register({ name: 'a', check: hang });
    registry.register({ name: 'b', check: hang });
    const before = performance.now();
    const answers = await Promise.all([registry.readiness(), registry.readiness()]);
    expect(performance.now() - before).toBeLessThan(1_900);
    expect(answers[1]).toEqual([
      { name: 'a', reason: 'timeout' },
      { name: 'b', reason: 'timeout' },
    ]);
    expect(started).toBe(2);
  });

  it('H3: is never ready again once told to stop, and hurries nobody before it drains', async () => {
    const registry = new HealthRegistry();
    registry.startStopping();
    expect(await registry.readiness()).toEqual([{ name: 'process', reason: 'stopping' }]);
    expect(await registry.liveness()).toEqual([]);
    expect(registry.draining.aborted).toBe(false);
    registry.startDraining();
    expect(registry.draining.aborted).toBe(true);
    expect(await registry.readiness()).toEqual([{ name: 'process', reason: 'stopping' }]);
  });
});
