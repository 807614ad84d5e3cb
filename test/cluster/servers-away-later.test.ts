import { Conversation, MeshProcess, PrivateServers, until, type Answer, type ServerName } from '@plinth/testing';

jest.setTimeout(180_000);

const SERVICES = ['orchestrator', 'memory', 'skill-gateway', 'reflection'] as const;
const RECOVERED_WITHIN_MS = 90_000;

describe('a mesh whose servers die under it', () => {
  let servers: PrivateServers;
  let mesh: MeshProcess;

  beforeAll(async () => {
    servers = await PrivateServers.start();
    mesh = await MeshProcess.start({ servers: servers.env() });
  }, 360_000);
  afterAll(async () => {
    await mesh?.stop();
    await servers.remove();
  }, 90_000);

  const readiness = async (service: (typeof SERVICES)[number]) => {
    const response = await fetch(`${mesh.clientOf(service).url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    return { status: response.status, text: await response.text() };
  };
  const allReady = async () => {
    const answers = await Promise.all(SERVICES.map((service) => readiness(service).catch(() => undefined)));
    return answers.every((answer) => answer?.status === 200);
  };

  it.each([
    ['postgres', 'postgres'],
    ['redis', 'hot-store'],
    ['kafka', 'bus'],
  ] as const)(
    'X2: %s dies: readiness fails by the name of the store, accepted turns lose nothing, and all recovers by itself',
    async (server: ServerName, check: string) => {
      const pids = await Promise.all(SERVICES.map((service) => mesh.pidOf(service)));
      const talks = Array.from({ length: 4 }, () => new Conversation(mesh.client));
      for (const [at, talk] of talks.entries()) await talk.say(`我的暗号是 蓝鲸-${at}`);
      const answered: Promise<Answer>[] = [];
      const ask = () => {
        for (const talk of talks)
          answered.push(mesh.client.untilFinal(talk.words('查一下订单 DD20261101001'), 150_000));
      };
      ask();
      await servers.kill(server);
      ask();
      const failing = await until(`no readiness without ${server}`, 60_000, async () => {
        const answer = await readiness('memory').catch(() => undefined);
        return answer?.status === 503 ? answer : undefined;
      });
      expect(failing.text).toContain(check);
      for (const service of SERVICES) expect((await fetch(`${mesh.clientOf(service).url}/healthz`)).status).toBe(200);
      await servers.restart(server);
      await until('readiness again', RECOVERED_WITHIN_MS, allReady);
      ask();

      for (const { body } of await Promise.all(answered)) {
        expect(body).toMatchObject({ status: 'completed' });
        expect(body.reply.text).toMatch(/已发货|请告诉我订单号/);
      }
      for (const [at, talk] of talks.entries()) expect(await talk.hear('我的暗号是什么？')).toContain(`蓝鲸-${at}`);
      expect(await Promise.all(SERVICES.map((service) => mesh.pidOf(service)))).toEqual(pids);
    },
  );
});
