import { BUDGETS, KEY, requested } from '../../domain/next/scripted-mesh.stage';
import { DeskStage } from '../advance-session/desk.stage';
import { FireTimers } from '../fire-timer/fire-timers';
import { StoreClock } from './store-clock';
import { SweepSessions } from './sweep-sessions';

const TEN_MINUTES = 600_000;

/** A replica whose machine shows another time than the store, with what sweeps and rings there. */
async function skewed(stage: DeskStage, skewMs: number) {
  const clock = new StoreClock(() => stage.clock.now() + skewMs);
  clock.tell(await stage.journal.nowMs());
  const replica = stage.replica(undefined, clock);
  const timers = new FireTimers(replica.desk, BUDGETS);
  const sweep = new SweepSessions(stage.journal, replica.desk, timers, clock, 5_000, { warn: () => undefined });
  const begin = () => replica.desk.advance(KEY, (_session, now) => ({ happened: [requested('退款 A1001', 1, now)] }));
  return { replica, clock, begin, lookAgain: async () => [await sweep.run(), await timers.run(KEY)] };
}

describe.each([TEN_MINUTES, -TEN_MINUTES])('a replica whose clock is %i ms from the store’s', (skewMs) => {
  it.each(['it', 'another'])('ends no turn early that %s began, and ends it on time', async (who) => {
    const stage = new DeskStage();
    const [wrong, right] = [await skewed(stage, skewMs), await skewed(stage, 0)];
    await (who === 'it' ? wrong : right).begin();
    await stage.deliver(wrong.replica, stage.wire.shift()!);
    for (const one of [wrong, right]) {
      stage.clock.advance(1_000);
      expect(await one.lookAgain()).toEqual([0, false]);
    }
    stage.clock.advance(BUDGETS.turnMs - 3_000);
    for (const one of [wrong, right]) expect((await one.lookAgain())[1]).toBe(false);
    expect(stage.ended).toEqual([]);
    stage.clock.advance(1_000);
    await (who === 'it' ? right : wrong).lookAgain();
    expect(stage.ended).toMatchObject([{ type: 'turn.failed.v1', data: { record: { code: 'deadline_exceeded' } } }]);
  });
});

describe('StoreClock', () => {
  it('goes on by itself, takes the next reading whatever the machine shows, and shows nothing before the first', () => {
    let machine = 5;
    const clock = new StoreClock(() => machine);
    expect(() => clock.now()).toThrow('has not told its time');
    clock.tell(1_000);
    machine += 250;
    expect(clock.now()).toBe(1_250);
    clock.tell(1_200);
    expect(clock.now()).toBe(1_200);
  });
});
