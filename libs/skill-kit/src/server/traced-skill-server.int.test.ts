import { spawn } from 'node:child_process';
import { startOtlpReceiver, type OtlpReceiver } from '@plinth/testing';

/** A traced skill server that is asked for its manifests, called once well and once badly, and stops. */
const program = `
const { z } = require('zod');
const { shutdownTracing } = require('@plinth/telemetry');
const { defineSkill, startSkillServer } = require('../index');
const run = ({ city }) => {
  if (city === 'Nowhere') throw new TypeError('a bug');
  return { degrees: 20 };
};
const weather = defineSkill({
  name: 'weather', version: '1.2.0', description: 'The weather of a city.', trigger: 'weather', effect: 'read', p95Ms: 50,
  input: z.object({ city: z.string() }), output: z.object({ degrees: z.number() }), run,
});
(async () => {
  const server = await startSkillServer([weather], { name: 'samples', port: 0 });
  const headers = { 'content-type': 'application/json', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const call = (city) => fetch(server.url + '/skills/weather/1.2.0', {
    method: 'POST', headers, body: JSON.stringify({ arguments: { city }, context: { tenant: 'default', user_id: 'u' } }),
  });
  await fetch(server.url + '/manifests');
  await call('Rome');
  await call('Nowhere');
  await server.close();
  await shutdownTracing();
})();
`;

function run(environment: Readonly<Record<string, string>>): Promise<number | null> {
  const modules = ['@swc-node/register', '@plinth/telemetry/preload'].flatMap((name) => ['--require', name]);
  const child = spawn(process.execPath, ['--conditions=development', ...modules, '-e', program], {
    cwd: __dirname,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => child.on('close', resolve));
}

describe('a traced skill server', () => {
  let receiver: OtlpReceiver;
  beforeAll(async () => {
    receiver = await startOtlpReceiver();
  });
  afterAll(() => receiver.close());

  it('X1: has one server span a call, named by its route, with the skill that was called, and none for its manifests', async () => {
    expect(await run(receiver.environment)).toBe(0);
    const spans = await receiver.waitFor((all) => all.length >= 2, 5_000);
    const shared = {
      name: 'POST /skills/:name/:version',
      kind: 'server',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    };
    const attributes = {
      'http.route': '/skills/:name/:version',
      'plinth.service': 'samples',
      'plinth.skill.name': 'weather',
      'plinth.skill.version': '1.2.0',
    };
    expect(spans).toHaveLength(2);
    expect(spans[0]).toMatchObject({ ...shared, attributes, status: { code: 'unset' } });
    expect(spans[1]).toMatchObject({ ...shared, attributes, status: { code: 'error' } });
    expect(spans[1]?.events.map(({ attributes: { 'exception.type': type } }) => type)).toEqual(['TypeError']);
  }, 120_000);
});
