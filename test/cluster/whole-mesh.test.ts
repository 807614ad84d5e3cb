import {
  infraEnv,
  MeshProcess,
  redisDatabase,
  startOtlpReceiver,
  UNHURRIED,
  until,
  type OtlpReceiver,
  type RedisDatabase,
} from '@plinth/testing';
import { describeChangedMind } from '../conversations/changed-mind.contract';
import { describeCustomerService } from '../conversations/customer-service.contract';
import { describeDocuments } from '../conversations/documents.contract';
import { describeEnglishService } from '../conversations/english.contract';
import { describeExplainedDecision } from '../conversations/explained-decision.contract';
import { describeKnownPeople } from '../conversations/known-people.contract';
import { describeMemoryPreview } from '../conversations/memory-preview.contract';
import { describeShownHabits } from '../conversations/shown-habits.contract';
import { describeErasure } from './erase-user.contract';
import { describeOneTrace } from './one-trace.contract';

jest.setTimeout(90_000);

const SERVICES = ['orchestrator', 'memory', 'skill-gateway', 'reflection', 'samples'] as const;

describe('X1 X3: four services as processes, memory twice, on Kafka, Redis and PostgreSQL', () => {
  let mesh: MeshProcess;
  let receiver: OtlpReceiver;
  let redis: RedisDatabase;
  const stage = () => ({ turns: mesh.client, memory: mesh.clientOf('memory', 2), dataDir: mesh.dataDir });

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    redis = redisDatabase(infraEnv().PLINTH_REDIS_URL);
    mesh = await MeshProcess.start({
      replicas: { memory: 2 },
      env: { ...UNHURRIED, ...receiver.environment, PLINTH_REDIS_URL: redis.url },
    });
  }, 240_000);
  afterAll(async () => {
    await mesh.stop();
    await receiver.close();
  }, 60_000);

  describeCustomerService(stage);
  describeEnglishService(stage);
  describeChangedMind(stage);
  describeExplainedDecision(stage);
  describeKnownPeople(stage);
  describeMemoryPreview(stage);
  describeShownHabits(stage);
  describeDocuments(stage);
  describeOneTrace(() => ({ turns: mesh.client, receiver }));
  describeErasure(() => ({
    ...stage(),
    adminUrl: mesh.database.adminUrl,
    dumpRedis: () => redis.dump(),
    logs: async () => (await Promise.all(SERVICES.map((service) => mesh.logOf(service)))).join('\n'),
  }));

  it('X1: every service serves health, readiness and metrics of its own', async () => {
    for (const service of SERVICES) {
      const { url } = mesh.clientOf(service);
      for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(`${url}${path}`)).status).toBe(200);
    }
  });

  it('S5: calls of skills are counted by skill, version and outcome, with their latency', async () => {
    const metrics = await (await fetch(`${mesh.clientOf('skill-gateway').url}/metrics`)).text();
    expect(metrics).toMatch(/^skill_calls_total\{[^}]*skill="get_order_status"[^}]*\} [1-9]/m);
    expect(metrics).toMatch(/^skill_calls_total\{[^}]*version="1\.0\.0"[^}]*\} [1-9]/m);
    expect(metrics).toMatch(/^skill_latency_seconds_count\{[^}]*skill="refund_process"[^}]*\} [1-9]/m);
  });

  it('M20: nobody is served without a key', async () => {
    const routes = [
      ['orchestrator', 'POST', '/v1/turns'],
      ['memory', 'POST', '/v1/memory/recall'],
      ['skill-gateway', 'GET', '/v1/skills'],
      ['reflection', 'GET', '/v1/reflection/policies'],
    ] as const;
    for (const [service, method, path] of routes) {
      const { url } = mesh.clientOf(service);
      expect([path, (await fetch(`${url}${path}`, { method })).status]).toEqual([path, 401]);
      expect([service, (await fetch(`${url}/v1/parked`)).status]).toEqual([service, 401]);
    }
  });

  it('X2: after kill -9 the edge answers before its group is joined, unready, and a turn that comes meanwhile completes', async () => {
    await mesh.kill('orchestrator');
    const unready = await until('an edge that is not ready', 60_000, async () => {
      const response = await fetch(`${mesh.client.url}/readyz`).catch(() => undefined);
      return response?.status === 503 ? response.text() : undefined;
    });
    expect(unready).toContain('orchestrator:bus');
    expect((await fetch(`${mesh.client.url}/healthz`)).status).toBe(200);
    const words = { session_id: 'unready', user_id: 'demo-user', text: '查一下订单 DD20261101001' };
    expect((await mesh.client.untilFinal(words, 60_000)).body.status).toBe('completed');
  });
});
