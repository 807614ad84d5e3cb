import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Doorbell } from './doorbell';

/** What every Doorbell keeps. `open` gives two ends of one bell system, and what it reported. */
export function doorbellContract(
  open: () => Promise<{ here: Doorbell; there: Doorbell; reported: readonly unknown[] }>,
): void {
  let here: Doorbell;
  let there: Doorbell;
  let reported: readonly unknown[];
  let channel: string;

  beforeAll(async () => {
    ({ here, there, reported } = await open());
  });

  beforeEach(() => {
    channel = `test:${randomUUID()}`;
  });

  afterAll(() => Promise.all([here.close(), there.close()]));

  it('T6: rings every listener of the channel at both ends, in order, and no other channel', async () => {
    const heard: string[] = [];
    const ends = await Promise.all([
      here.subscribe(channel, (text) => heard.push(`here ${text}`)),
      there.subscribe(channel, (text) => heard.push(`there ${text}`)),
      here.subscribe(`${channel}:other`, (text) => heard.push(`other ${text}`)),
    ]);
    here.ring(channel, '1');
    here.ring(channel, '2');
    await until(() => heard.length === 4);
    expect(heard.filter((text) => text.startsWith('here'))).toEqual(['here 1', 'here 2']);
    expect(heard.filter((text) => text.startsWith('there'))).toEqual(['there 1', 'there 2']);
    await Promise.all(ends.map((end) => end()));
  });

  it('hears at once after subscribing, also as the second listener while the first is subscribing', async () => {
    const heard: string[] = [];
    const both = [
      here.subscribe(channel, (text) => heard.push(text)),
      here.subscribe(channel, (text) => heard.push(text)),
    ];
    await both[1];
    there.ring(channel, 'x');
    await until(() => heard.length === 2);
    await Promise.all((await Promise.all(both)).map((end) => end()));
  });

  it('is silent for who has left, and goes on for who stays', async () => {
    const heard: string[] = [];
    const leave = await here.subscribe(channel, () => heard.push('left'));
    const end = await here.subscribe(channel, () => heard.push('stays'));
    await leave();
    await leave();
    there.ring(channel, 'x');
    await until(() => heard.length === 1);
    await end();
    there.ring(channel, 'x');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual(['stays']);
  });

  it('never calls a listener inside the caller’s ring, nor in the caller’s asynchronous context', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const end = await here.subscribe(channel, () => seen.push(context.getStore()));
    context.run('caller', () => {
      here.ring(channel, 'x');
    });
    expect(seen).toEqual([]);
    await until(() => seen.length === 1);
    expect(seen).toEqual([undefined]);
    await end();
  });

  it('reports a listener that throws and serves the others', async () => {
    const heard: string[] = [];
    const ends = [
      await here.subscribe(channel, () => {
        throw new Error(`broken ${channel}`);
      }),
      await here.subscribe(channel, (text) => heard.push(text)),
    ];
    there.ring(channel, 'x');
    await until(() => heard.length === 1);
    expect(reported.map(String)).toContain(`Error: broken ${channel}`);
    await Promise.all(ends.map((end) => end()));
  });
}

/** Waits for something that happens by itself; the test's own limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
