import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configureHost, startHost, type RunningHost } from '@plinth/platform';
import { skillGatewayService } from '@plinth/skill-gateway';
import { createLogger } from '@plinth/telemetry';
import { run } from './run';

jest.setTimeout(60_000);

describe('plinth against a gateway', () => {
  let folder: string;
  let host: RunningHost;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-cli-'));
    const configured = configureHost([skillGatewayService], { PLINTH_DATA_DIR: folder, PLINTH_LOG_LEVEL: 'warn' });
    host = await startHost(configured, { port: 0, logger: createLogger({ service: 'test', level: 'warn' }) });
  }, 120_000);
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });

  async function plinth(...argv: readonly string[]) {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const code = await run(argv, { environment: { PLINTH_URL: host.url }, out: say, err: say });
    return { code, said: said.join('\n') };
  }

  it('lists skills, and says of one that is not there where to look', async () => {
    const listed = await plinth('skills', 'list', '--json');
    expect({ code: listed.code, body: JSON.parse(listed.said) as unknown }).toEqual({
      code: 0,
      body: { skills: [], quarantined: [] },
    });
    for (const argv of [
      ['skills', 'show', 'no_such'],
      ['skills', 'validate', 'no_such'],
      ['rollout', 'show', 'no_such'],
      ['rollout', 'pause', 'no_such', '--reason', 'a test'],
      ['replay', 'start', 'no_such', '--candidate', '2.0.0'],
    ]) {
      const { code, said } = await plinth(...argv);
      expect({ argv, code }).toEqual({ argv, code: 1 });
      expect(said).toContain('plinth skills list');
    }
    expect(await plinth('replay', 'show', 'no_such')).toMatchObject({ code: 1 });
    expect(await plinth('skills', 'search', 'a room')).toMatchObject({ code: 0 });
  });
});
