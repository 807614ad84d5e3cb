import { infraEnv, severableServer } from '@plinth/testing';
import { doorbellContract } from './doorbell.contract';
import { RedisDoorbell } from './redis-doorbell';

const url = infraEnv().PLINTH_REDIS_URL;

describe('RedisDoorbell', () => {
  describe('keeps the contract', () => {
    doorbellContract(async () => {
      const reported: unknown[] = [];
      const report = (error: unknown) => void reported.push(error);
      return {
        here: await RedisDoorbell.open({ url, report }),
        there: await RedisDoorbell.open({ url, report }),
        reported,
      };
    });
  });

  it('T6: drops and reports rings while Redis is away, takes subscriptions then, and hears again by itself', async () => {
    const redis = await severableServer(url);
    const reported: unknown[] = [];
    const bell = await RedisDoorbell.open({ url: redis.url, report: (error) => void reported.push(error) });
    const heard: string[] = [];
    await bell.subscribe('test:before', (text) => heard.push(`before ${text}`));
    redis.sever();
    bell.ring('test:before', 'lost');
    await bell.subscribe('test:meanwhile', (text) => heard.push(`meanwhile ${text}`));
    await until(() => reported.some((error) => String(error).includes('Redis:')));
    redis.mend();
    const ringing = setInterval(() => {
      bell.ring('test:before', 'x');
      bell.ring('test:meanwhile', 'x');
    }, 20);
    await until(() => heard.includes('before x') && heard.includes('meanwhile x'));
    clearInterval(ringing);
    expect(heard).not.toContain('before lost');
    await bell.close();
    await redis.close();
  });

  it('passes the rings of one tick on together and in order: those of another tick never come between', async () => {
    const [here, there] = [await RedisDoorbell.open({ url }), await RedisDoorbell.open({ url })];
    const heard: string[] = [];
    await here.subscribe('test:tick', (text) => heard.push(text));
    const ring = (bell: RedisDoorbell, name: string) => {
      for (let at = 0; at < 100; at++) bell.ring('test:tick', `${name}${at}`);
    };
    ring(here, 'a');
    ring(there, 'b');
    await until(() => heard.length === 200);
    const own = (name: string) => heard.filter((text) => text.startsWith(name));
    for (const name of ['a', 'b']) {
      expect(own(name)).toEqual(Array.from({ length: 100 }, (_, at) => `${name}${at}`));
      expect(heard.indexOf(`${name}99`) - heard.indexOf(`${name}0`)).toBe(99);
    }
    await Promise.all([here.close(), there.close()]);
  });
});

/** Waits for something that happens by itself; the test's own limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
