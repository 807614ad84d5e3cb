import { TransientError } from '@plinth/kernel';
import fc from 'fast-check';
import { BUDGETS, KEY, requested } from '../../domain/next/scripted-mesh.stage';
import { isFinal } from '../../domain/session/session-event';
import { SweepSessions } from '../sweep-sessions/sweep-sessions';
import { EndSession } from '../end-session/end-session';
import { EraseUser } from '../erase-user/erase-user';
import { FireTimers } from '../fire-timer/fire-timers';
import { DeskStage } from './desk.stage';

const turn = (text: string, n: number, at: number) => () => ({ happened: [requested(text, n, at)] });
const NEVER = { budgets: { assembleMs: 1e12, reflectionMs: 1e12, turnMs: 1e12 } };
const quiet = { warn: () => undefined };
/** The stage has one clock, which is the store's. */
const UNTOLD = { tell: () => undefined };

function sweeper(stage: DeskStage, { desk }: ReturnType<DeskStage['replica']>, budgets = BUDGETS): SweepSessions {
  return new SweepSessions(stage.journal, desk, new FireTimers(desk, budgets), UNTOLD, 5_000, quiet);
}

describe('SessionDesk', () => {
  it('T2: sends a command only once its event is durable, and each only once', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    let durable = 0;
    const append = stage.journal.append.bind(stage.journal);
    stage.journal.append = async (what) => {
      expect(stage.sentIds).toHaveLength(durable);
      const result = await append(what);
      durable += 1;
      return result;
    };
    await replica.desk.advance(KEY, turn('退款 A1001', 1, 1));
    await stage.settle(replica);
    expect(durable).toBe(5);
    expect(new Set(stage.sentIds).size).toBe(stage.sentIds.length);
    expect(stage.ended).toMatchObject([{ type: 'turn.completed.v1' }]);
  });

  it('T7: a turn that has to wait sends nothing, and nothing again of the one that runs', async () => {
    const stage = new DeskStage();
    const { desk } = stage.replica();
    await desk.advance(KEY, turn('你好', 1, 1));
    await desk.advance(KEY, turn('你好', 2, 2));
    expect(stage.wire).toHaveLength(1);
  });

  it('T3: a reply delivered twice sends again what is awaited and journals nothing', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('退款 A1001', 1, 1));
    const assemble = stage.wire[0]!;
    stage.wire.length = 0;
    await stage.deliver(replica, assemble);
    const [skill] = stage.wire;
    const journaled = (await stage.journal.read(KEY, 0)).length;
    await stage.deliver(replica, assemble);
    await stage.deliver(stage.replica(), assemble);
    expect(stage.wire.map(({ command }) => command.id)).toEqual([skill, skill, skill].map((sent) => sent?.command.id));
    expect(await stage.journal.read(KEY, 0)).toHaveLength(journaled);
  });

  it('T2: a worker that dies between append and send is made good by the next delivery, on any replica', async () => {
    const stage = new DeskStage();
    const first = stage.replica();
    await first.desk.advance(KEY, turn('退款 A1001', 1, 1));
    const assemble = stage.wire.shift()!;
    stage.faults = ['before'];
    await expect(stage.deliver(first, assemble)).rejects.toMatchObject({ code: 'bus_unavailable' });
    expect(stage.wire).toEqual([]);
    const second = stage.replica();
    await stage.deliver(second, assemble);
    await stage.settle(second);
    expect(stage.ended).toMatchObject([{ type: 'turn.completed.v1' }]);
  });

  it('T2: an append whose outcome was not known is made good by the next delivery, commands included', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('退款 A1001', 1, 1));
    const append = stage.journal.append.bind(stage.journal);
    stage.journal.append = async (what) => {
      await append(what);
      stage.journal.append = append;
      throw new TransientError('postgres_unavailable', 'the connection broke after the commit');
    };
    const assemble = stage.wire.shift()!;
    await expect(stage.deliver(replica, assemble)).rejects.toMatchObject({ code: 'postgres_unavailable' });
    await stage.deliver(replica, assemble);
    expect(stage.wire.map(({ command }) => command.definition.type)).toEqual(['skill.invoke.v1']);
  });

  it('ends a turn at once when its command fits into no message, and says that nothing was done', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('退款 A1001', 1, 1));
    stage.faults = ['too_large'];
    await stage.settle(replica);
    expect(stage.ended).toMatchObject([{ type: 'turn.completed.v1', texts: { reply: '已为您转接人工客服。' } }]);
    stage.faults = ['none', 'none', 'too_large'];
    await replica.desk.advance(KEY, turn('退款 A1001', 2, 2));
    await stage.settle(replica);
    expect(stage.ended[1]).toMatchObject({ type: 'turn.failed.v1', data: { record: { code: 'message_too_large' } } });
  });

  it('T2: of two replicas that decide at once one writes, the other reloads and decides again', async () => {
    const stage = new DeskStage();
    const [one, two] = [stage.replica(), stage.replica()];
    await one.desk.advance(KEY, turn('你好', 1, 1));
    await two.desk.read(KEY);
    await Promise.all([one.desk.advance(KEY, turn('你好', 2, 2)), two.desk.advance(KEY, turn('你好', 3, 3))]);
    await stage.settle(two);
    const events = await stage.journal.read(KEY, 0);
    expect(events.filter(isFinal)).toHaveLength(3);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  });

  it('T2: never answers from a stale fold that a reply is not awaited', async () => {
    const stage = new DeskStage();
    const [one, two] = [stage.replica(), stage.replica()];
    await two.desk.read(KEY);
    await one.desk.advance(KEY, turn('你好', 1, 1));
    await stage.settle(two);
    expect(stage.ended).toHaveLength(1);
  });

  it('journals a skill result that comes after its turn has ended, and nothing else that is late', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('退款 A1001', 1, 1));
    await stage.deliver(replica, stage.wire.shift()!);
    const skill = stage.wire.shift()!;
    stage.clock.advance(BUDGETS.turnMs);
    await new FireTimers(replica.desk, BUDGETS).run(KEY);
    expect(stage.ended).toMatchObject([{ type: 'turn.failed.v1' }]);
    await stage.deliver(replica, skill);
    await stage.deliver(replica, skill);
    const types = (await stage.journal.read(KEY, 0)).map(({ type }) => type);
    expect(types.filter((type) => type === 'skill.succeeded.v1')).toHaveLength(1);
    expect(types.at(-1)).toBe('skill.succeeded.v1');
  });

  it('journals nothing of a skill result that comes after its user was erased', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('退款 A1001', 1, 1));
    await stage.deliver(replica, stage.wire.shift()!);
    const skill = stage.wire.shift()!;
    await new EraseUser(stage.journal, replica.desk).run({ tenant: KEY.tenant, erasureId: 'e1', userIds: ['u1'] });
    const erased = await stage.journal.read(KEY, 0);
    expect(erased.map(({ type }) => type)).toContain('session.erased.v1');
    await stage.deliver(replica, skill);
    await stage.deliver(stage.replica(), skill);
    expect(await stage.journal.read(KEY, 0)).toEqual(erased);
  });

  it('T1: sets an alarm for the next timer of the session and clears it when the session waits for nobody', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('你好', 1, 1));
    expect(stage.alarms.set_.get(KEY.session)).toBe(stage.clock.now() + BUDGETS.assembleMs);
    await stage.settle(replica);
    expect(stage.alarms.set_.has(KEY.session)).toBe(false);
  });
});

describe('SweepSessions', () => {
  it('T3: sends again what a session has waited for too long, with the same id', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('退款 A1001', 1, 1));
    await stage.deliver(replica, stage.wire.shift()!);
    const lost = stage.wire.shift()!;
    expect(await sweeper(stage, replica).run()).toBe(0);
    stage.clock.advance(5_000);
    expect(await sweeper(stage, stage.replica()).run()).toBe(1);
    expect(stage.wire.map(({ command }) => command.id)).toEqual([lost.command.id]);
    await stage.settle(replica);
    expect(stage.ended).toMatchObject([{ type: 'turn.completed.v1' }]);
  });

  it('T3: the farewell of an ended session is sent again until memory has answered, and then no more', async () => {
    const stage = new DeskStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, turn('你好', 1, 1));
    await stage.settle(replica);
    await new EndSession(replica.desk).run(KEY, 'any_user');
    const farewell = stage.wire.shift()!;
    expect(farewell.command.definition.type).toBe('memory.end.v1');
    for (let lost = 0; lost < 3; lost += 1) {
      stage.clock.advance(60_000);
      expect(await sweeper(stage, stage.replica()).run()).toBe(1);
      expect(stage.wire.splice(0).map(({ command }) => command.id)).toEqual([farewell.command.id]);
    }
    await stage.deliver(replica, farewell);
    stage.clock.advance(60_000);
    expect(await sweeper(stage, replica).run()).toBe(0);
    expect(stage.wire).toEqual([]);
    expect((await replica.desk.read(KEY)).status).toBe('ended');
  });

  it('fires the timer of a process that died, once, however many sweep', async () => {
    const stage = new DeskStage();
    await stage.replica().desk.advance(KEY, turn('你好', 1, 1));
    stage.wire.length = 0;
    stage.clock.advance(BUDGETS.assembleMs);
    await Promise.all([sweeper(stage, stage.replica()).run(), new FireTimers(stage.replica().desk, BUDGETS).run(KEY)]);
    expect((await stage.journal.read(KEY, 0)).filter(({ type }) => type === 'timer.fired.v1')).toHaveLength(1);
  });
});

const TEXTS = ['退款 A1001', '是', '退款政策', '退款 A1002', '算了', '你好'];
type Fault = 'before' | 'after' | 'none';
interface Schedule {
  readonly texts: readonly number[];
  readonly picks: readonly number[];
  readonly faults: readonly Fault[];
}

/** Plays a conversation under a schedule of orders, repetitions, deaths and replicas; answers what the user saw and what was sent. */
async function play({ texts, picks, faults }: Schedule) {
  const stage = new DeskStage(undefined, NEVER);
  stage.faults = [...faults];
  const replicas = [stage.replica(), stage.replica(), stage.replica()];
  const delivered: (typeof stage.wire)[number][] = [];
  let step = 0;
  const next = (): number => picks[(step += 1) % Math.max(1, picks.length)] ?? 0;
  const replica = () => replicas[next() % 3]!;
  const attempt = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );
  for (const [n, text] of texts.entries()) {
    await attempt(replica().desk.advance(KEY, turn(TEXTS[text] ?? '', n, n)));
    for (let count = next() % 4; count > 0 && stage.wire.length > 0; count -= 1) {
      const [sent] = stage.wire.splice(next() % stage.wire.length, 1);
      if (!sent) continue;
      const again = next() % 3 === 0 ? [sent] : [];
      const done = await attempt(stage.deliver(replica(), sent));
      delivered.push(sent);
      stage.wire.push(...again, ...(done ? [] : [sent]));
      const old = delivered[next() % delivered.length];
      if (old && next() % 4 === 0) await attempt(stage.deliver(replica(), old));
    }
  }
  stage.faults = [];
  for (let rounds = 0; rounds < 50; rounds += 1) {
    while (stage.wire.length > 0) await stage.deliver(replica(), stage.wire.shift()!);
    stage.clock.advance(60_000);
    await sweeper(stage, replica(), NEVER.budgets).run();
    if (stage.wire.length === 0) break;
  }
  const events = await stage.journal.read(KEY, 0);
  const replies = events.filter(isFinal).map((event) => [event.turn, event.type, event.texts?.reply]);
  return { replies, ids: [...new Set(stage.sentIds)].sort(), ended: stage.ended.length };
}

describe('whatever happens to deliveries', () => {
  it('T2, T3, X2: any order, repetition, death and replica gives the same replies, the same command ids and one end a turn', async () => {
    const schedule = fc.record<Schedule>({
      texts: fc.array(fc.nat(TEXTS.length - 1), { minLength: 1, maxLength: 5 }),
      picks: fc.array(fc.nat(11), { minLength: 1, maxLength: 40 }),
      faults: fc.array(fc.constantFrom<Fault>('none', 'none', 'before', 'after'), { maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(schedule, async ({ texts, picks, faults }) => {
        const calm = await play({ texts, picks: [0], faults: [] });
        const storm = await play({ texts, picks, faults });
        expect(storm).toEqual(calm);
        expect(storm.replies).toHaveLength(texts.length);
        expect(storm.ended).toBe(texts.length);
      }),
      { numRuns: 80 },
    );
  });
});
