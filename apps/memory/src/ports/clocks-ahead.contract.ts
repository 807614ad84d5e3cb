import { randomUUID } from 'node:crypto';
import { FixedClock, isRefusal, messageId, RandomIds, sessionId, tenantId, userId } from '@plinth/kernel';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresSessionBook } from '../adapters/outbound/postgres/postgres-session-book';
import { WriteItems } from '../features/write-items/write-items';
import { FixedPolicies } from './fixed-policies.stage';
import { TestMemory, type Stores } from './test-memory.stage';

const AHEAD_MS = 120_000;

/** What an erasure promises against requests of a clock that runs ahead of the server's, repeated after it. */
export function describeClocksAheadOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`clocks ahead of an erasure on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(() => stores.close());

    const memory = () => {
      const run = randomUUID().slice(0, 8);
      return new TestMemory(stores, { tenant: 'ahead', user: `u-${run}`, session: `s-${run}` });
    };
    const write = (one: TestMemory, timestampMs: number, idempotencyKey: string) =>
      new WriteItems(
        new PostgresItemLedger(stores.database, new FixedClock(one.clock.now())),
        new FixedPolicies(),
        new RandomIds(),
      ).write({
        tenant: tenantId('ahead'),
        idempotencyKey,
        drafts: [
          {
            userId: userId(one.user),
            kind: 'episode',
            content: '我在瑞士有一个账户',
            source: { id: 's', channel: 'app', type: 'user' },
            timestampMs,
          },
        ],
      });
    /** The erasure is asked for now by the server's clock, whatever the user's said. */
    const erase = async (one: TestMemory, nowMs: number) => {
      await one.eraseUser.erase({
        tenant: one.tenant,
        commandId: messageId(randomUUID()),
        erasureId: randomUUID(),
        userIds: [one.user],
        requestedAt: new Date(nowMs).toISOString(),
      });
    };

    it('M18: a turn said two minutes ahead of the server, repeated after the erasure, is stored nowhere', async () => {
      const one = memory();
      const serverMs = one.clock.now();
      one.clock.advance(AHEAD_MS);
      const said = one.command('我的护照号是E12345678');
      const commit = one.commitOf(said, said.data.text);
      for (const round of ['said', 'repeated']) {
        const assembled = await one.assembleContext.assemble(said);
        const committed = await one.commitTurn.commit(commit);
        expect([isRefusal(assembled), isRefusal(committed)]).toEqual([false, false]);
        if (round === 'repeated') break;
        expect(await one.rowsWith('E12345678')).not.toEqual([]);
        await erase(one, serverMs);
      }
      expect(await one.rowsWith('E12345678')).toEqual([]);
    });

    it('M18: an item stamped two minutes ahead, sent again after the erasure, is refused', async () => {
      const one = memory();
      const serverMs = one.clock.now();
      expect(isRefusal(await write(one, serverMs + AHEAD_MS, 'k'))).toBe(false);
      await erase(one, serverMs);
      expect(await write(one, serverMs + AHEAD_MS, 'k')).toMatchObject({ error: { code: 'user_erased' } });
      expect(await one.rowsWith('瑞士')).toEqual([]);
      expect(isRefusal(await write(one, serverMs + AHEAD_MS + 1, 'k2'))).toBe(false);
    });

    it('M18: both doors of an observed dialogue see the erasure as late as the last stamp that it erased', async () => {
      const one = memory();
      const serverMs = one.clock.now();
      await write(one, serverMs + AHEAD_MS, 'k');
      await erase(one, serverMs);
      const session = { tenant: one.tenant, userId: userId(one.user), sessionId: sessionId(one.session) };
      const { erasedUntilMs } = await new PostgresSessionBook(stores.database).standingOf(session);
      expect(erasedUntilMs).toBe(serverMs + AHEAD_MS);
    });

    it('M18: a stamp of the far future, left from before such were refused, shuts nobody out for longer than clocks may be apart', async () => {
      const one = memory();
      const serverMs = one.clock.now();
      await write(one, Date.UTC(2100, 0, 1), 'k');
      await erase(one, serverMs);
      expect(isRefusal(await write(one, serverMs + 300_001, 'k2'))).toBe(false);
    });
  });
}
