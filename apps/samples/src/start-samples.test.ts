import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './read-arguments';
import { SCENARIOS } from './scenarios';
import { startSamples } from './start-samples';

describe('the sample skills', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'plinth-samples-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  async function served(options: Partial<Parameters<typeof startSamples>[0]>): Promise<string[]> {
    const server = await startSamples({ port: 0, dataDir, ...options });
    try {
      const { skills } = (await (await fetch(`${server.url}/manifests`)).json()) as { skills: { name: string }[] };
      return skills.map(({ name }) => name);
    } finally {
      await server.close();
    }
  }

  it('S4: are served scenario by scenario, each alone with files of its own, and all together', async () => {
    const alone = [];
    for (const scenario of SCENARIOS) alone.push(...(await served({ scenario })));
    expect(await served({})).toEqual(alone);
    expect(alone).toEqual(expect.arrayContaining(['refund_process', 'locate_fault_zone', 'analyze_knowledge_gap']));
    expect((await readdir(dataDir)).sort()).toEqual([
      ...['samples', 'samples-customer-service', 'samples-education', 'samples-inspection'],
    ]);
  });

  it('S4: read their arguments, and say what is wrong with them', () => {
    expect(readArguments(['--scenario', 'inspection', '--port', '8123'])).toEqual({
      scenario: 'inspection',
      port: 8123,
    });
    expect(readArguments([])).toEqual({});
    expect(() => readArguments(['--scenario', 'cooking'])).toThrow('there are customer-service, inspection, education');
    expect(() => readArguments(['--port', '99999'])).toThrow('up to 65535');
    expect(() => readArguments(['--port', 'x'])).toThrow('up to 65535');
    expect(() => readArguments(['--speed', '9'])).toThrow('--speed');
  });
});
