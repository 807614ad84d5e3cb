import { join } from 'node:path';
import { createTestDatabase, infraEnv, REPOSITORY, runToEnd, type TestDatabase } from '@plinth/testing';

jest.setTimeout(120_000);

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:1';

describe('a service whose servers are away at its start', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const startMemory = (over: Readonly<Record<string, string>>) => {
    const { PLINTH_KAFKA_BROKERS, PLINTH_REDIS_URL } = infraEnv();
    return runToEnd({
      args: [join(REPOSITORY, 'apps/memory/dist/main.js')],
      env: {
        PLINTH_PROFILE: 'cluster',
        PLINTH_PORT: '0',
        PLINTH_KAFKA_BROKERS,
        PLINTH_REDIS_URL,
        PLINTH_POSTGRES_URL: database.url,
        PLINTH_KAFKA_NAMESPACE: 'no-topics-here',
        ...over,
      },
      withinMs: 90_000,
    });
  };
  const moved = (url: string) => Object.assign(new URL(url), { host: NOWHERE }).href;

  it.each([
    ['Kafka', () => ({ PLINTH_KAFKA_BROKERS: NOWHERE })],
    ['Redis', () => ({ PLINTH_REDIS_URL: moved(infraEnv().PLINTH_REDIS_URL) })],
    ['PostgreSQL', () => ({ PLINTH_POSTGRES_URL: moved(database.url) })],
  ])('X2: names %s and its address, no password, and ends with exit code 1', async (server, over) => {
    const { code, output } = await startMemory(over());
    expect(code).toBe(1);
    const [last = ''] = output
      .trim()
      .split('\n')
      .filter((line) => line.includes('could not start'))
      .slice(-1);
    expect(last).toMatch(new RegExp(server, 'i'));
    expect(last).toContain(NOWHERE);
    for (const url of [infraEnv().PLINTH_POSTGRES_URL, infraEnv().PLINTH_REDIS_URL]) {
      const { password } = new URL(url);
      if (password) expect(output).not.toContain(password);
    }
  });

  it('X2: says that the topics were not created, and how to create them', async () => {
    const { code, output } = await startMemory({});
    expect(code).toBe(1);
    expect(output).toMatch(/topic/i);
    expect(output).toMatch(/npm run topics/);
  });

  it('X3: without addresses names every variable that the cluster profile lacks', async () => {
    const { code, output } = await runToEnd({
      args: [join(REPOSITORY, 'apps/reflection/dist/main.js')],
      env: { PLINTH_PROFILE: 'cluster', PLINTH_KAFKA_BROKERS: '', PLINTH_REDIS_URL: '', PLINTH_POSTGRES_URL: '' },
      withinMs: 60_000,
    });
    expect(code).toBe(1);
    for (const name of ['PLINTH_KAFKA_BROKERS', 'PLINTH_REDIS_URL', 'PLINTH_POSTGRES_URL'])
      expect(output).toContain(name);
  });
});
