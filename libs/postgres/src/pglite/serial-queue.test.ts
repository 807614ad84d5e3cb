import { SerialQueue } from './serial-queue';

describe('SerialQueue', () => {
  it('runs work in order of arrival, one at a time, whatever fails', async () => {
    const queue = new SerialQueue();
    const seen: string[] = [];
    const work = (name: string, fails = false) =>
      queue.run(async () => {
        seen.push(`${name} begins`);
        await Promise.resolve();
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const all = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('lets timers and sockets in between two works, however many wait', async () => {
    const queue = new SerialQueue();
    let done = 0;
    const works = Array.from({ length: 50 }, () => queue.run(() => Promise.resolve(++done)));
    const doneAtTick = await new Promise<number>((tick) => setImmediate(() => setImmediate(() => tick(done))));
    expect(doneAtTick).toBeLessThan(50);
    await Promise.all(works);
    expect(done).toBe(50);
  });
});
