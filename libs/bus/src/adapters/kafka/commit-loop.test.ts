import type { OffsetsByTopicPartition } from 'kafkajs';
import { CommitLoop } from './commit-loop';
import { OffsetLedger } from './offset-ledger';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A loop whose first record is finished, and a broker that answers when told. */
function setUp() {
  const ledger = new OffsetLedger();
  ledger.assign(ledger.beginEpoch(), [{ topic: 't', partition: 0, offset: 0 }]);
  const ticket = ledger.accept({ topic: 't', partition: 0, offset: 0 });
  ledger.finish(ticket);
  const loop = new CommitLoop(ledger, quiet);
  const sent: OffsetsByTopicPartition[] = [];
  const broker = Promise.withResolvers<void>();
  loop.use((offsets) => {
    sent.push(offsets);
    return broker.promise;
  });
  return { loop, sent, broker };
}
const untilSent = async (sent: readonly unknown[]) => {
  while (sent.length === 0) await new Promise((soon) => setImmediate(soon));
};

describe('CommitLoop', () => {
  it('C1: a flush waits for the commit under way and does not send its offsets a second time', async () => {
    const { loop, sent, broker } = setUp();
    loop.start(1);
    await untilSent(sent);
    const flushed = loop.flush();
    setTimeout(broker.resolve, 10);
    expect(await flushed).toBe(true);
    loop.stop();
    expect(sent).toHaveLength(1);
  });

  it('C1: a flush asked for amid a change of generation sends nothing in the old one', async () => {
    const { loop, sent, broker } = setUp();
    const flushed = loop.flush();
    await Promise.resolve().then(() => undefined);
    loop.use(undefined);
    broker.resolve();
    expect(await flushed).toBe(false);
    expect(sent).toEqual([]);
  });

  it('C2: a refused commit stays to be committed, and a flush says so', async () => {
    const { loop, sent, broker } = setUp();
    broker.reject(new Error('the group has moved on'));
    expect(await loop.flush()).toBe(false);
    expect(await loop.flush()).toBe(false);
    expect(sent).toHaveLength(2);
  });
});
