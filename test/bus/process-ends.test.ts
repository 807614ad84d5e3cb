import { BusStand } from './bus-stand';

jest.setTimeout(180_000);

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`);

describe('when processes come and go', () => {
  let stand: BusStand | undefined;
  const open = async (partitions: number) => (stand = await BusStand.open(partitions));
  afterEach(async () => {
    await stand?.close();
    stand = undefined;
  });

  it('X2: kill -9 between the effect and the commit: delivered again, answered, and the effect made once', async () => {
    const stand = await open(1);
    const doomed = await stand.startMemory();
    await stand.send('dies-once', 'fatal');
    await stand.send('healthy', 'behind');
    expect(await doomed.exited).toBe('SIGKILL');
    expect(stand.answered.has('fatal')).toBe(false);
    await stand.startMemory();
    await stand.untilAnswered(['fatal', 'behind'], 30_000);
    expect(await stand.ledger.deliveriesOf('fatal')).toBe(2);
    expect((await stand.ledger.effects()).get('dies-once')).toEqual(['fatal']);
  });

  it('X2: a member joins while a handler runs 20 s: other keys resume within 10 s, and one effect is recorded', async () => {
    const stand = await open(2);
    await stand.startMemory();
    await stand.send('takes-20s', 'long');
    while ((await stand.ledger.deliveriesOf('long')) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const joining = stand.startMemory();
    const ids: string[] = [];
    let pausedMs = 0;
    let settled = false;
    void joining.finally(() => (settled = true));
    for (let index = 0, left = 20; left > 0; index += 1) {
      const id = `other-${index}`;
      ids.push(id);
      const sentAt = performance.now();
      await stand.send(`key-${index % 7}`, id);
      await stand.untilAnswered([id], 10_000);
      pausedMs = Math.max(pausedMs, performance.now() - sentAt);
      if (settled) left -= 1;
    }
    await joining;
    expect(pausedMs).toBeLessThan(10_000);
    expect(stand.answered.has('long')).toBe(false);
    await stand.untilAnswered(['long'], 60_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const effects = await stand.ledger.effects();
    expect(effects.get('takes-20s')).toEqual(['long']);
    expect([...effects.values()].flat()).toHaveLength(ids.length + 1);
  });

  it('X2: SIGTERM under load drains: it exits with 0, nothing is lost, and each key keeps its order', async () => {
    const stand = await open(4);
    const [leaving] = await Promise.all([stand.startMemory(), stand.startMemory()]);
    const sessions = numbered('takes-10ms', 24);
    const ids = sessions.flatMap((session) => numbered(session, 15));
    const sending = Promise.all(
      sessions.map(async (session) => {
        for (const id of numbered(session, 15)) {
          await stand.send(session, id);
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
      }),
    );
    await leaving.until(() => leaving.deliveredIds.length > 20, 30_000);
    leaving.signal('SIGTERM');
    expect(await leaving.exited).toBe(0);
    const answeredAtExit = stand.answered.size;
    await sending;
    await stand.untilAnswered(ids, 60_000);
    expect(answeredAtExit).toBeLessThan(ids.length);
    const effects = await stand.ledger.effects();
    for (const session of sessions) expect(effects.get(session)).toEqual(numbered(session, 15));
  });
});
