import {
  InMemoryParkingStore,
  InProcessTransport,
  parkingMigration,
  PlinthBusServer,
  ServiceBus,
  type Delivery,
  type MessageFunction,
} from '@plinth/bus';
import {
  commandFailed,
  memoryAssemble,
  memoryAssembled,
  memoryCommit,
  memoryCommitted,
  memoryEnd,
  memoryEnded,
  SERVICE_NAMES,
  SERVICES,
  userErased,
  type InputOf,
  type MessageDefinition,
  type ServiceName,
} from '@plinth/contracts';
import { createHttpApp, HealthModule, type HttpApp } from '@plinth/http';
import { deriveId, messageId, RandomIds, sessionId, SystemClock, tenantId, turnId } from '@plinth/kernel';
import { serviceModule } from '@plinth/platform';
import { migrate, PgliteDatabase, type PgliteEngine } from '@plinth/postgres';
import { InProcessDoorbell, InProcessHotStore } from '@plinth/redis';
import { createLogger } from '@plinth/telemetry';
import { openTestEngine } from '@plinth/testing';
import { memoryService } from '../../../app.module';

const clock = new SystemClock();
const logger = createLogger({ service: 'memory', level: 'silent' });
const tenant = tenantId('default');

/** The service as a profile starts it: its module on a real bus, a real table store and HTTP. */
describe('the memory service', () => {
  const transport = new InProcessTransport(clock);
  const answers: { type: string; causation: string | undefined; data: unknown }[] = [];
  const others: ServiceBus[] = [];
  let engine: PgliteEngine;
  let database: PgliteDatabase;
  let http: HttpApp;
  let url: string;
  let silent: ServiceName | undefined;

  beforeAll(async () => {
    engine = await openTestEngine();
    database = new PgliteDatabase(engine, { schema: SERVICES.memory.schema });
    await migrate(database, {
      schema: SERVICES.memory.schema,
      migrations: [parkingMigration, ...memoryService.migrations],
    });
    const bus = busOf('memory');
    await bus.connect();
    const platform = {
      service: 'memory',
      database,
      producer: bus.producer,
      openTransport: () => {
        throw new Error('memory opens none');
      },
      hot: new InProcessHotStore(clock),
      doorbell: new InProcessDoorbell(),
      clock,
      ids: new RandomIds(),
      logger,
      addHealthCheck: () => undefined,
    } as const;
    const config = {
      profile: 'embedded',
      host: '127.0.0.1',
      apiKeysFile: undefined,
      defaultTenant: 'default',
      drainTimeoutMs: 1_000,
    } as const;
    const composed = memoryService.configure({ PLINTH_MEMORY_ERASURE_TIMEOUT: '8s' })(platform);
    class Root {}
    http = await createHttpApp(
      {
        module: Root,
        imports: [HealthModule, serviceModule(composed, platform, () => 1_000)],
      },
      { logger, config },
    );
    http.app.connectMicroservice({ strategy: new PlinthBusServer(bus, () => 1_000) });
    await http.app.startAllMicroservices();
    url = await http.listen(0);
    for (const service of SERVICE_NAMES.filter((name) => name !== 'memory')) others.push(await startOther(service));
  }, 120_000);

  afterAll(async () => {
    await http.close();
    for (const other of others) await other.close(1_000);
    await database.close();
    await engine.close();
  });

  function busOf(service: ServiceName): ServiceBus {
    return new ServiceBus({
      service,
      transport,
      parking: new InMemoryParkingStore(clock),
      clock,
      log: logger,
      retry: { baseDelayMs: 1 },
    });
  }

  /** The other services answer an erasure; the orchestrator keeps what it is told. */
  async function startOther(service: ServiceName): Promise<ServiceBus> {
    const erased: MessageFunction = (data) => {
      if (service === silent) return undefined;
      const { erasure_id, user_ids } = data as { erasure_id: string; user_ids: string[] };
      return [
        {
          definition: userErased,
          data: { erasure_id, user_id: user_ids[0]!, service, counts: { rows: 1 }, refused: [] },
        },
      ];
    };
    const keep: MessageFunction = (data: unknown, delivery: Delivery) => {
      answers.push({ type: delivery.type, causation: delivery.causation, data });
      return undefined;
    };
    const kept = [memoryAssembled, memoryCommitted, memoryEnded, commandFailed].map(
      (event) => [`plinth.session.events#${event.type}`, keep] as const,
    );
    const bus = busOf(service);
    await bus.start(
      new Map([[`${SERVICES[service].commands}#user.erase.v1`, erased], ...(service === 'orchestrator' ? kept : [])]),
    );
    return bus;
  }

  async function ask<D extends MessageDefinition>(
    definition: D,
    turn: string,
    data: InputOf<D>,
    more: { budgetMs?: number; session?: string } = {},
  ) {
    const id = messageId(deriveId(turn, definition.type));
    const session = sessionId(more.session ?? 'bus-session');
    const envelope = {
      id,
      source: 'orchestrator' as const,
      timeMs: clock.now(),
      tenant,
      session,
      turn: turnId(turn),
      ...(more.budgetMs === undefined ? {} : { budgetMs: more.budgetMs }),
    };
    const seen = answers.length;
    await others[0]!.producer.send([{ definition, envelope, data }]);
    for (let i = 0; i < 400 && answers.length === seen; i++) await new Promise((done) => setTimeout(done, 5));
    expect(answers.slice(seen).map(({ causation }) => causation)).toEqual([id]);
    return answers.at(-1)!;
  }

  const assemble = (text: string, user = 'bus-user') => ({
    user: { user_id: user },
    text,
    now: new Date(clock.now()).toISOString(),
    locale: 'zh-CN',
    time_zone: 'Asia/Shanghai',
  });
  const commit = (text: string) => ({
    user_id: 'bus-user',
    text,
    locale: 'zh-CN',
    observed_at: new Date(clock.now()).toISOString(),
    anchors: [],
    skill_results: [],
    used_memory_ids: [],
    decisions: [],
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('T5: answers the commands of a turn over the bus, the commit from what the assembly of the same turn has decided', async () => {
    expect(await ask(memoryAssemble, 't1', assemble('我的邮箱是ana@example.com'))).toMatchObject({
      type: 'memory.assembled.v1',
      data: { session: { facts: { email: 'ana@example.com' } }, ask: { key: 'email' } },
    });
    expect(await ask(memoryCommit, 't1', commit('我的邮箱是ana@example.com'))).toMatchObject({
      type: 'memory.committed.v1',
      data: { stored: [{ kind: 'candidate', key: 'email', status: 'candidate' }] },
    });
  });

  it('T3: a command delivered again is answered again, with the recorded result', async () => {
    const first = await ask(memoryAssemble, 't2', assemble('我的暗号是 蓝鲸-4471，请记住'));
    await ask(memoryAssemble, 't3', assemble('不是蓝鲸-4471，是白鲸-1'));
    expect(await ask(memoryAssemble, 't2', assemble('我的暗号是 蓝鲸-4471，请记住'))).toEqual(first);
    expect(await ask(memoryAssemble, 't4', assemble('我的暗号是什么？'))).toMatchObject({
      data: { answer: { value: '白鲸-1' } },
    });
  });

  it('T3: an assemble whose budget is spent answers that it has expired, and changes nothing', async () => {
    expect(await ask(memoryAssemble, 't5', assemble('我的暗号是灰鲸'), { budgetMs: 0 })).toMatchObject({
      type: 'command.failed.v1',
      data: { error: { code: 'expired' } },
    });
    expect(await ask(memoryAssemble, 't6', assemble('我的暗号是什么？'))).toMatchObject({
      data: { answer: { value: '白鲸-1' } },
    });
  });

  it('answers another user of the session with a refusal, not with a retry', async () => {
    expect(await ask(memoryAssemble, 't7', assemble('我的暗号是什么？', 'thief'))).toMatchObject({
      type: 'command.failed.v1',
      data: { consumer: 'memory', error: { code: 'session_not_found', retryable: false } },
    });
  });

  it('recalls, shows and refuses over HTTP, naming the field at fault', async () => {
    expect(
      await call('POST', '/v1/memory/recall', {
        user_id: 'bus-user',
        session_id: 'bus-session',
        query: '我的暗号是什么',
      }),
    ).toMatchObject({ status: 200, body: { answer: { value: '白鲸-1' } } });
    expect(await call('POST', '/v1/memory/recall', { user_id: 'bus-user', query: '我的暗号是什么' })).toMatchObject({
      status: 200,
      body: { answer: { layer: 'none' } },
    });
    expect(await call('POST', '/v1/memory/recall', { user_id: 'bus-user', query: '' })).toMatchObject({
      status: 400,
      body: { error: { field: 'query' } },
    });
    expect(await call('POST', '/v1/memory/recall', { user_id: 'bus-user', query: 'x', filter: 1 })).toMatchObject({
      status: 400,
      body: { error: { rule: 'unknown_field' } },
    });
    expect(await call('GET', '/v1/memory/sessions/bus-session')).toMatchObject({
      status: 200,
      body: { facts: { 暗号: '白鲸-1' } },
    });
    expect(await call('GET', '/v1/memory/sessions/none')).toMatchObject({
      status: 404,
      body: { error: { code: 'session_not_found' } },
    });
    expect(await call('GET', '/v1/memory/users/bus-user')).toMatchObject({
      status: 200,
      body: { profile: [], changes: [] },
    });
  });

  it('M4: answers the end of a session with memory.ended, and with `removed` 1 where it held one fact', async () => {
    expect(await ask(memoryAssemble, 'e1', assemble('我的暗号是灰鲸'), { session: 'ending' })).toMatchObject({
      type: 'memory.assembled.v1',
    });
    expect(await ask(memoryEnd, 'e2', {}, { session: 'ending' })).toMatchObject({
      type: 'memory.ended.v1',
      data: { removed: 2 },
    });
  });

  it('M18: an erasure asks every service and answers with the receipt; without one service it says that it is running', async () => {
    const done = await call('DELETE', '/v1/memory/users/bus-user');
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'completed', copies: [{ where: 'broker' }, {}], verified: { found: 0 } },
    });
    expect(Object.keys(done.body['services'] as object).sort()).toEqual([...SERVICE_NAMES].sort());
    expect(await call('GET', '/v1/memory/sessions/bus-session')).toMatchObject({ status: 404 });
    silent = 'reflection';
    const { erasure_id: id, status } = (await call('DELETE', '/v1/memory/users/someone')).body;
    expect(status).toBe('running');
    expect(await call('GET', `/v1/memory/erasures/${String(id)}`)).toMatchObject({
      status: 200,
      body: { status: 'running' },
    });
  }, 30_000);
});
