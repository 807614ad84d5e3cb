import { Controller, Get, Module, Param } from '@nestjs/common';
import { createLogger, metricsText } from '@plinth/telemetry';
import { AdmitsItself, createHttpApp, HealthModule, type HttpApp } from '../index';

jest.setTimeout(30_000);

const IN_FLIGHT = 4;
const QUEUE = 8;
let underWay = 0;
let most = 0;
let held = Promise.withResolvers<void>();

@Controller('v1')
class SlowController {
  @Get('slow/:ms')
  async slow(@Param('ms') ms: string) {
    most = Math.max(most, ++underWay);
    await (ms === 'held' ? held.promise : new Promise((resolve) => setTimeout(resolve, Number(ms))));
    underWay -= 1;
    return { ms };
  }

  @Get('patient')
  @AdmitsItself()
  patient() {
    return { patient: true };
  }
}

@Module({ imports: [HealthModule], controllers: [SlowController] })
class TestModule {}

describe('more requests than one process can serve', () => {
  let http: HttpApp;
  let url: string;
  beforeEach(async () => {
    [underWay, most, held] = [0, 0, Promise.withResolvers<void>()];
    http = await createHttpApp(TestModule, {
      logger: createLogger({ service: 'test', level: 'silent' }),
      config: {
        ...{ profile: 'embedded', host: '127.0.0.1', apiKeysFile: undefined, defaultTenant: 'default' },
        ...{ drainTimeoutMs: 1_000, requestsInFlight: IN_FLIGHT, requestsQueue: QUEUE },
      },
    });
    url = await http.listen(0);
  });
  afterEach(async () => {
    held.resolve();
    await http.close();
  });

  const get = (path: string, signal?: AbortSignal) => fetch(`${url}${path}`, signal ? { signal } : {});
  const statusOf = async (path: string): Promise<number> => (await get(path)).status;
  const hold = (count: number) => Array.from({ length: count }, () => statusOf('/v1/slow/held'));
  const full = () => until(() => underWay === IN_FLIGHT);

  it('serves a burst that its line holds, no more of it at once than the bound', async () => {
    const statuses = await Promise.all(Array.from({ length: IN_FLIGHT + QUEUE }, () => statusOf('/v1/slow/30')));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(most).toBeLessThanOrEqual(IN_FLIGHT);
  });

  it('of a flood refuses at once what it has no place for, with 503 overloaded and Retry-After, and counts it', async () => {
    const before = (await refusals('queue_full')) + (await refusals('waited'));
    const refused: Response[] = [];
    const answers = Array.from({ length: 200 }, async () => {
      const answer = await get('/v1/slow/held');
      if (answer.status !== 200) refused.push(answer);
      return answer.status;
    });
    await until(() => refused.length === 200 - IN_FLIGHT);
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toMatchObject({ error: { code: 'overloaded', retryable: true } });
    }
    held.resolve();
    expect((await Promise.all(answers)).filter((status) => status === 200)).toHaveLength(IN_FLIGHT);
    expect(most).toBe(IN_FLIGHT);
    expect(await refusals('queue_full')).toBeGreaterThan(0);
    expect((await refusals('queue_full')) + (await refusals('waited'))).toBe(before + refused.length);
    expect(await statusOf('/v1/slow/1')).toBe(200);
    expect(await metric('plinth_requests_in_flight')).toBe(0);
  });

  it('lets nobody wait longer than two seconds', async () => {
    const before = await refusals('waited');
    const holding = hold(IN_FLIGHT);
    await full();
    const began = performance.now();
    expect(await statusOf('/v1/slow/1')).toBe(503);
    expect(performance.now() - began).toBeGreaterThan(1_900);
    expect(await refusals('waited')).toBe(before + 1);
    held.resolve();
    expect(await Promise.all(holding)).toEqual(Array.from({ length: IN_FLIGHT }, () => 200));
  });

  it('answers probes, metrics and a route that admits by itself meanwhile', async () => {
    const holding = hold(IN_FLIGHT + QUEUE);
    await full();
    await until(async () => (await metric('plinth_requests_waiting')) === QUEUE);
    for (const path of ['/healthz', '/readyz', '/metrics', '/v1/patient']) expect(await statusOf(path)).toBe(200);
    expect(await statusOf('/v1/none')).toBe(404);
    expect(await statusOf('/v1/slow/1')).toBe(503);
    held.resolve();
    await Promise.all(holding);
  });

  it('keeps the place of a caller who went away until his work has ended, and gives none to one who went away waiting', async () => {
    const gone = new AbortController();
    const calls = Array.from({ length: IN_FLIGHT }, () => get('/v1/slow/held', gone.signal).catch(() => 'gone'));
    await full();
    const waiting = get('/v1/slow/held', gone.signal).catch(() => 'gone');
    await until(async () => (await metric('plinth_requests_waiting')) === 1);
    gone.abort();
    expect(await Promise.all([...calls, waiting])).toEqual(Array.from({ length: IN_FLIGHT + 1 }, () => 'gone'));
    await until(async () => (await metric('plinth_requests_waiting')) === 0);
    expect(await metric('plinth_requests_in_flight')).toBe(IN_FLIGHT);
    held.resolve();
    await until(async () => (await metric('plinth_requests_in_flight')) === 0);
    expect(most).toBe(IN_FLIGHT);
  });
});

async function metric(name: string): Promise<number> {
  const line = (await metricsText()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

const refusals = (reason: string) => metric(`plinth_requests_refused_total{reason="${reason}"}`);

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
