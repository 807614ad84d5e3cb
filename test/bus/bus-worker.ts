/**
 * One process of a service on the bus, driven by its parent over IPC: `memory` handles `memory.end.v1`, `orchestrator` sends
 * them on request and reports the answers. The session's name says how the handler behaves.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  InMemoryParkingStore,
  KafkaTransport,
  patternOf,
  reply,
  ServiceBus,
  type Delivery,
  type HandlerResult,
  type HandlerTable,
} from '@plinth/bus';
import { memoryEnd, memoryEnded } from '@plinth/contracts';
import { messageId, sessionId, SystemClock, tenantId, turnId } from '@plinth/kernel';
import { createLogger, shutdownTracing, withSpan } from '@plinth/telemetry';
import { EffectLedger } from './effect-ledger';
import type { FromWorker, ToWorker, WorkerSetup } from './worker-process';

const setup = JSON.parse(process.env.BUS_WORKER ?? '') as WorkerSetup;
const log = createLogger({ service: setup.service, level: 'warn' });
const clock = new SystemClock();
const ledger = setup.databaseUrl === undefined ? undefined : new EffectLedger(setup.databaseUrl);
const bus = new ServiceBus({
  service: setup.service,
  transport: new KafkaTransport({ brokers: setup.brokers, clientId: setup.service, namespace: setup.namespace, log }),
  parking: new InMemoryParkingStore(clock),
  clock,
  log,
});

const report = (message: FromWorker): void => void process.send?.(message);

async function work(_data: unknown, delivery: Delivery): Promise<HandlerResult> {
  const session = delivery.session ?? '';
  report({ kind: 'delivered', id: delivery.id, session });
  await ledger?.noteDelivery(delivery.id);
  if (session.startsWith('takes-20s')) await sleep(20_000);
  if (session.startsWith('takes-10ms')) await sleep(10);
  const isFirst = (await ledger?.effect(delivery.id, session)) ?? true;
  if (session.startsWith('dies-once') && isFirst) process.kill(process.pid, 'SIGKILL');
  return reply(memoryEnded, { removed: 1 });
}

function note(_data: unknown, { id, causation, session }: Delivery): HandlerResult {
  report({ kind: 'answered', id, causation: causation ?? '', session: session ?? '' });
  return undefined;
}

const handlers: HandlerTable =
  setup.service === 'memory'
    ? new Map([[patternOf('plinth.memory.commands', memoryEnd.type), work]])
    : new Map([[patternOf('plinth.session.events', memoryEnded.type), note]]);

async function send({ id, session }: ToWorker): Promise<void> {
  const envelope = {
    id: messageId(id),
    source: setup.service,
    timeMs: clock.now(),
    tenant: tenantId('acme'),
    session: sessionId(session),
    turn: turnId(`${session}-turn`),
  };
  await withSpan('turn', {}, () => bus.producer.send([{ definition: memoryEnd, envelope, data: {} }]));
}

process.on('message', (message: ToWorker) => {
  send(message).catch((error: unknown) => report({ kind: 'failed', reason: String(error) }));
});

process.on('SIGTERM', () => {
  bus
    .close(20_000)
    .then(() => ledger?.close())
    .then(() => shutdownTracing())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the drain failed');
        process.exit(1);
      },
    );
});

bus.start(handlers).then(
  () => report({ kind: 'ready' }),
  (error: unknown) => {
    log.error({ err: error }, 'the worker could not start');
    process.exit(1);
  },
);
