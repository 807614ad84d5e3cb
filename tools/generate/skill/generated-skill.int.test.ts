import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrder } from './skill-order';
import { REPOSITORY, writeSkill } from './write-skill';

/** In the repository for a moment, where the tools find what they are to judge, and beside what is shipped. */
describe('a generated skill among the sources', () => {
  const folder = `tools/generated-${process.pid}`;
  const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    new Promise<{ ok: boolean; said: string }>((resolve) => {
      const path = `${join(REPOSITORY, 'node_modules/.bin')}:${process.env.PATH}`;
      const options = { cwd: REPOSITORY, env: { HOME: process.env.HOME, ...env, PATH: path } };
      execFile(command, args, options, (error, stdout, stderr) =>
        resolve({ ok: error === null, said: `${stdout}${stderr}` }),
      );
    });
  beforeAll(async () => {
    await mkdir(join(REPOSITORY, folder));
    const kinds = [
      ['generated_reading', 'read', 'http'],
      ['generated_writing', 'write', 'grpc'],
      ['generated_sending_of_a_rather_long_notice', 'irreversible', 'grpc'],
    ];
    for (const [name = '', effect = '', provider = ''] of kinds)
      await writeSkill(REPOSITORY, {
        ...readOrder(['--name', name, '--effect', effect, '--provider', provider]),
        folder,
      });
  });
  afterAll(() => rm(join(REPOSITORY, folder), { recursive: true }));

  it('S4: passes its own test, whatever its effect', async () => {
    const { ok, said } = await run('jest', ['--selectProjects', 'unit', '--testPathPatterns', folder], {
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    });
    expect({ ok, said }).toMatchObject({ ok: true, said: expect.stringContaining('3 passed') });
  }, 600_000);

  it('S4: satisfies formatter, linter and compiler', async () => {
    expect(await run('prettier', ['--check', folder])).toMatchObject({ ok: true });
    const linted = await run('eslint', ['--max-warnings', '0', folder]);
    expect(linted).toEqual({ ok: true, said: '' });
    const config = join(REPOSITORY, folder, 'tsconfig.json');
    await writeFile(config, JSON.stringify({ extends: '../../tsconfig.base.json', include: ['**/*.ts'] }));
    const compiled = await run('tsc', ['-p', config]);
    await rm(config);
    // What it imports is judged elsewhere.
    expect(compiled.said.split('\n').filter((line) => line.startsWith(folder))).toEqual([]);
  }, 600_000);

  it('S2: is served by its start script, with its metrics at zero, over both protocols', async () => {
    const env = { PORT: '0', GRPC_PORT: '0', DATA_DIR: await mkdtemp(join(tmpdir(), 'plinth-generated-')) };
    const script = `${folder}/generated-writing/start.ts`;
    const args = ['--conditions=development', '--require', '@swc-node/register', script];
    const child = execFile(join(REPOSITORY, 'node_modules/.bin/node'), args, {
      ...{ cwd: REPOSITORY, env: { PATH: process.env.PATH, ...env } },
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    try {
      const ready = await new Promise<string>((resolve) => child.stdout?.once('data', resolve));
      const { url, grpc } = JSON.parse(ready) as { url: string; grpc: string };
      expect(grpc).toMatch(/^grpc:\/\/127\.0\.0\.1:\d+$/);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(metrics).toMatch(/^skill_calls_total\{skill="generated_writing",version="1\.0\.0"[^}]*\} 0$/m);
      const body = { arguments: { subject: 'example' }, context: { tenant: 'default', user_id: 'me' } };
      const call = { method: 'POST', headers: { 'idempotency-key': 'k' }, body: JSON.stringify(body) };
      const answer = await (await fetch(`${url}/skills/generated_writing/1.0.0`, call)).json();
      expect(answer).toMatchObject({
        result: { status: 'recorded' },
        receipt: { entry_id: expect.stringMatching(/^EN-/) },
      });
    } finally {
      child.kill('SIGTERM');
      await ended;
      await rm(env.DATA_DIR, { recursive: true });
    }
  }, 600_000);
});
