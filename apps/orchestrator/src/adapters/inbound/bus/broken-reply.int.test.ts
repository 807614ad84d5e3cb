import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InProcessTransport } from '@plinth/bus';
import { configureHost, startHost, type RunningHost } from '@plinth/platform';
import { createLogger } from '@plinth/telemetry';
import type { TurnView } from '@plinth/testing';
import { orchestratorService } from '../../../app.module';
import { POLICY_YAML } from '../../../domain/flow/refund-flow.stage';
import { scriptedNeighbours } from '../http/scripted-neighbours.stage';

jest.setTimeout(60_000);

describe('a reply that cannot be taken in', () => {
  let folder: string;
  let host: RunningHost;
  /** The type whose replies arrive broken, and what breaks them. */
  let breaking: readonly [type: string, how: 'body' | 'id'] | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-orchestrator-'));
    await mkdir(join(folder, 'flows'));
    await writeFile(join(folder, 'flows', 'policy.yaml'), POLICY_YAML);
    const produce = InProcessTransport.prototype.produce;
    jest.spyOn(InProcessTransport.prototype, 'produce').mockImplementation(function (
      this: InProcessTransport,
      records,
    ) {
      const sent = records.map((record) => {
        if (!breaking || record.headers['ce_type'] !== breaking[0]) return record;
        return breaking[1] === 'body'
          ? { ...record, body: Buffer.from('{"broken') }
          : { ...record, headers: { ...record.headers, ce_id: 'no-uuid' } };
      });
      return produce.call(this, sent);
    });
    const config = configureHost([orchestratorService, ...scriptedNeighbours], {
      PLINTH_DATA_DIR: folder,
      PLINTH_FLOWS_DIR: join(folder, 'flows'),
      PLINTH_TURN_WAIT_TIMEOUT: '20s',
      PLINTH_LOG_LEVEL: 'silent',
    });
    host = await startHost(config, { port: 0, logger: createLogger({ service: 'test', level: 'silent' }) });
  }, 120_000);
  afterAll(async () => {
    jest.restoreAllMocks();
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const say = async (session: string): Promise<TurnView> => {
    const response = await fetch(`${host.url}/v1/turns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session_id: session, user_id: 'u1', text: '退款政策' }),
    });
    return (await response.json()) as TurnView;
  };

  it.each([
    ['memory.assembled.v1', 'body'],
    ['memory.assembled.v1', 'id'],
    ['memory.committed.v1', 'body'],
    ['memory.committed.v1', 'id'],
  ] as const)(
    'X2: %s with a broken %s: its turn fails within seconds, with a notice, and the next one completes',
    async (type, how) => {
      const session = `${type}-${how}`;
      breaking = [type, how];
      const failed = await say(session);
      breaking = undefined;
      expect(failed).toMatchObject({ status: 'failed', error: { code: 'parked' } });
      expect(failed.reply.text).not.toBe('');
      expect(failed.usage.duration_ms).toBeLessThan(5_000);
      expect(await say(session)).toMatchObject({ status: 'completed' });
    },
  );

  it('R5: verdict.reached.v1 with a broken body skips the check, as when none comes', async () => {
    breaking = ['verdict.reached.v1', 'body'];
    const released = await say('verdict');
    breaking = undefined;
    expect(released).toMatchObject({ status: 'completed', reflection: { outcome: 'skipped' } });
  });
});
