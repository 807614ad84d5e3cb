import { createScratchMesh, startOtlpReceiver, type OtlpReceiver, type ScratchMesh } from '@plinth/testing';
import { WorkerProcess } from './worker-process';

jest.setTimeout(180_000);

describe('tracing over the bus', () => {
  let receiver: OtlpReceiver;
  let mesh: ScratchMesh;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    mesh = await createScratchMesh(2);
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await mesh.remove();
    await receiver.close();
  });

  it('X1: two processes exchange a command and its reply in one trace, each span the child of the hop before it', async () => {
    const { brokers, namespace = '' } = mesh.options;
    const start = (service: 'memory' | 'orchestrator') =>
      WorkerProcess.start(
        { service, brokers, namespace },
        { ...receiver.environment, OTEL_SERVICE_NAME: `plinth-${service}` },
      );
    workers.push(...(await Promise.all([start('orchestrator'), start('memory')])));
    const [orchestrator] = workers;
    orchestrator?.send({ id: 'traced', session: 'traced' });
    const hops = [
      'turn',
      'send plinth.memory.commands',
      'process plinth.memory.commands',
      'send plinth.session.events',
      'process plinth.session.events',
    ];
    const spans = await receiver.waitFor((all) => hops.every((hop) => all.some(({ name }) => name === hop)), 30_000);
    const chain = hops.map((hop) => spans.find(({ name }) => name === hop));
    expect(new Set(chain.map((span) => span?.traceId)).size).toBe(1);
    expect(chain.map((span) => span?.parentSpanId)).toEqual([
      undefined,
      ...chain.slice(0, -1).map((span) => span?.spanId),
    ]);
    expect(chain.map((span) => span?.service)).toEqual([
      'plinth-orchestrator',
      'plinth-orchestrator',
      'plinth-memory',
      'plinth-memory',
      'plinth-orchestrator',
    ]);
    expect(chain.map((span) => span?.kind)).toEqual(['internal', 'producer', 'consumer', 'producer', 'consumer']);
  });
});
