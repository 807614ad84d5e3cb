import { randomUUID } from 'node:crypto';
import { skillManifest } from '@plinth/contracts';
import { messageId } from '@plinth/kernel';
import { migrate, PostgresDatabase } from '@plinth/postgres';
import { createTestDatabase, severableServer, SkillProvider, until, type TestDatabase } from '@plinth/testing';
import type { SkillReply } from '../../../domain/outcome/skill-reply';
import {
  command,
  FixedCatalogue,
  gatewayOn,
  RecordedReplies,
} from '../../../features/invoke-skill/gateway-under-test.stage';
import type { CommandOrigin, InvocationLedger } from '../../../ports/invocation-ledger';
import { HttpProviderDirectory } from '../http-provider/http-provider-directory';
import { HttpSkillProvider } from '../http-provider/http-skill-provider';
import { SystemPace } from '../in-process/system-pace';
import { skillGatewayMigrations } from './migrations';
import { PostgresInvocationLedger } from './postgres-invocation-ledger';

const SKILL = 'book_once';
const LEASE_MS = 400;
const call = { skill: SKILL, arguments: { text: 'a room' } };
const fresh = (): CommandOrigin => command(messageId(randomUUID()));

describe.each(['key', 'none'] as const)('replicas on one ledger, with a provider of keys: %s', (keys) => {
  let server: TestDatabase;
  let db: PostgresDatabase;
  let provider: SkillProvider;
  let http: HttpSkillProvider;
  let catalogue: FixedCatalogue;
  let sender: RecordedReplies;

  beforeAll(async () => {
    server = await createTestDatabase();
    db = new PostgresDatabase({ url: server.url, schema: 'skills' });
    await migrate(db, { schema: 'skills', migrations: skillGatewayMigrations });
  }, 60_000);
  afterAll(async () => {
    await db.close();
    await server.drop();
  });
  beforeEach(async () => {
    provider = await SkillProvider.start(SKILL, keys);
    const manifests = (await new HttpProviderDirectory().manifests(provider.url)).map((m) => skillManifest.parse(m));
    catalogue = FixedCatalogue.at(provider.url, ...manifests);
    http = new HttpSkillProvider();
    sender = new RecordedReplies();
  });
  afterEach(async () => {
    http.close();
    await provider.close();
  });

  const replica = (ledger: InvocationLedger = new PostgresInvocationLedger(db)) =>
    gatewayOn({ catalogue, ledger, provider: http, sender, pace: new SystemPace(), leaseMs: LEASE_MS });
  /** Dies after the effect: whatever it would write afterwards never arrives. */
  const dying = () => {
    const never = new Promise<never>(() => undefined);
    const ledger = new PostgresInvocationLedger(db);
    return replica(Object.create(ledger, { settle: { value: () => never } }) as InvocationLedger);
  };
  const expected = (reply: SkillReply | undefined) => {
    if (keys === 'key') expect(reply).toMatchObject({ kind: 'succeeded', data: { receipt: { receipt: 'R-1' } } });
    else expect(reply).toMatchObject({ data: { outcome: 'unknown', error: { code: 'outcome_unknown' } } });
  };

  it('X2: the death of an owner after the effect is answered by a sweeper, truly and once', async () => {
    const origin = fresh();
    void dying().invoke(origin, call);
    await until('the effect', 5_000, () => provider.effects.length === 1);
    const [one, two] = [replica(), replica()];
    const taken = await until('the end of the lease', 5_000, async () => {
      const counts = await Promise.all([one.sweeper.sweep(), two.sweeper.sweep()]);
      return counts[0] + counts[1] > 0 && counts[0] + counts[1];
    });
    expect(taken).toBe(1);
    const reply = await until('the reply', 5_000, () =>
      sender.sent.find((sent) => sent.origin.commandId === origin.commandId),
    );
    expected(reply.reply);
    expect(reply.origin).toEqual(origin);
    expect(await replica().invoke(origin, call)).toEqual(reply.reply);
    expect(provider.effects).toHaveLength(1);
    expect(provider.calls).toHaveLength(keys === 'key' ? 2 : 1);
  });

  it('X2: the death of an owner during the call is answered when the command comes again', async () => {
    const origin = fresh();
    const stuck = Promise.withResolvers<void>();
    provider.afterEffect = () => stuck.promise;
    void dying().invoke(origin, call);
    await until('the effect', 5_000, () => provider.effects.length === 1);
    provider.afterEffect = () => Promise.resolve();
    expected(await until('the end of the lease', 5_000, () => replica().invoke(origin, call)));
    stuck.resolve();
    expect(provider.effects).toHaveLength(1);
    expect(sender.sent).toEqual([]);
  });

  it('T3: commands that reach two replicas at once act once each and get one answer', async () => {
    const [one, two] = [replica(), replica()];
    const origins = Array.from({ length: 40 }, fresh);
    const replies = await Promise.all(
      origins.map((origin) => Promise.all([one.invoke(origin, call), two.invoke(origin, call)])),
    );
    expect(provider.calls).toHaveLength(40);
    for (const pair of replies) {
      const told = pair.filter((reply) => reply !== undefined);
      expect(new Set(told.map((reply) => JSON.stringify(reply))).size).toBe(1);
    }
  });

  it('X2: a ledger that goes away during the call gets the outcome when it is back', async () => {
    const way = await severableServer(server.url);
    const severed = new PostgresDatabase({
      url: way.url,
      schema: 'skills',
      connectTimeoutMs: 3_000,
      report: () => undefined,
    });
    const origin = fresh();
    provider.afterEffect = async () => {
      way.sever();
      setTimeout(() => way.mend(), 250);
    };
    const reply = await replica(new PostgresInvocationLedger(severed)).invoke(origin, call);
    expect(reply).toMatchObject({ kind: 'succeeded', data: { receipt: { receipt: 'R-1' } } });
    expect(await replica().invoke(origin, call)).toEqual(reply);
    expect(provider.calls).toHaveLength(1);
    await severed.close();
    await way.close();
  });

  it('X2: a ledger that is away before the call lets nothing happen, and says so', async () => {
    const way = await severableServer(server.url);
    way.sever();
    const severed = new PostgresDatabase({
      url: way.url,
      schema: 'skills',
      connectTimeoutMs: 3_000,
      report: () => undefined,
    });
    const failing = replica(new PostgresInvocationLedger(severed)).invoke(fresh(), call);
    await expect(failing).rejects.toMatchObject({ name: 'TransientError', code: 'postgres_unavailable' });
    expect(provider.calls).toEqual([]);
    await severed.close();
    await way.close();
  });
});
