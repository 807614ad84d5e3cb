import { availableParallelism, loadavg } from 'node:os';
import { Conversation, EMBEDDED_ARGS, runToEnd } from '@plinth/testing';
import { EmbeddedHome } from './embedded-home';

jest.setTimeout(180_000);

/** More when other programs hold the processors: by as much as more of them want to run than there are. */
const crowding = () => Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
const FIRST_ANSWER_WITHIN_MS = 60_000;
const SECOND_START_WITHIN_MS = 10_000;

describe('one process and its folder', () => {
  let home: EmbeddedHome;
  beforeEach(async () => {
    home = await EmbeddedHome.make();
  });
  afterEach(() => home.remove());

  it('X3: answers a first turn within 60 s of its first start, and is ready within 10 s at a later one', async () => {
    const began = Date.now();
    await home.start();
    await new Conversation(home.client).say('你好');
    expect(Date.now() - began).toBeLessThan(FIRST_ANSWER_WITHIN_MS * crowding());
    await home.end('SIGTERM');
    const again = Date.now();
    await home.start();
    expect(Date.now() - again).toBeLessThan(SECOND_START_WITHIN_MS * crowding());
  });

  it('a second process on the same folder refuses, names the folder, and leaves the first one unharmed', async () => {
    await home.start();
    const env = { PLINTH_PORT: '0', PLINTH_DATA_DIR: home.dataDir, PLINTH_PROFILE: 'embedded' };
    const second = await runToEnd({ args: EMBEDDED_ARGS, env, withinMs: 60_000 });
    expect(second.code).toBe(1);
    expect(second.output).toContain(home.dataDir);
    expect(second.output).toMatch(/in use|already|another process|locked/i);
    expect(second.output).not.toMatch(/"msg":"ready"/);
    await new Conversation(home.client).say('查一下订单 DD20261101001');
  });

  it('a bad configuration is told by the names of all variables at fault, and ends with exit code 1', async () => {
    const env = { PLINTH_PORT: 'many', PLINTH_DATA_DIR: home.dataDir, PLINTH_BUS_TRIES: '0' };
    const { code, output } = await runToEnd({ args: EMBEDDED_ARGS, env, withinMs: 60_000 });
    expect(code).toBe(1);
    expect(output).toContain('PLINTH_PORT');
    expect(output).toContain('PLINTH_BUS_TRIES');
  });
});
