import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJSError } from 'kafkajs';
import type { RecordSink } from '../../transport';
import { GroupMember } from './group-member';
import { InFlightGate } from './in-flight-gate';
import { DEFAULT_TIMING } from './kafka-options';
import { Namespace } from './namespace';
import { ScriptedConsumer } from './scripted-consumer.stage';

const TOPIC = 'plinth.test';
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

function setUp({
  limit = 100,
  start = 0,
  offsetMs = 0,
  onAssigned = () => Promise.resolve(),
  positions = () => Promise.resolve(),
} = {}) {
  const consumer = new ScriptedConsumer();
  const accepted: string[] = [];
  const appendedAt: number[] = [];
  const finishes = new Map<string, () => void>();
  const crashes: Error[] = [];
  const sink: RecordSink = {
    accept: ({ offset, appendedAtMs }, finished) => {
      accepted.push(offset);
      appendedAt.push(appendedAtMs);
      finishes.set(`${offset}@${member.ledger.epoch}`, finished);
    },
    onAssigned,
  };
  const member: GroupMember = new GroupMember(consumer.asConsumer(), {
    group: 'g',
    topics: [TOPIC],
    namespace: new Namespace(),
    sink,
    gate: new InFlightGate(limit),
    brokerClock: { offsetMs },
    startPositions: async (assignment) => {
      await positions();
      return (assignment[TOPIC] ?? []).map((partition) => ({ topic: TOPIC, partition, offset: start }));
    },
    log: quiet,
    timing: { ...DEFAULT_TIMING, heartbeatMs: 10, commitIntervalMs: 5 },
    onFinished: () => undefined,
    onCrash: (error) => crashes.push(error),
  });
  const finish = (offset: number, epoch = member.ledger.epoch) => finishes.get(`${offset}@${epoch}`)?.();
  const join = async () => {
    consumer.join({ [TOPIC]: [0] });
    await sleep(1);
  };
  const batch = (first: number, last: number) => consumer.batch(TOPIC, 0, first, last);
  return { consumer, member, accepted, appendedAt, finish, crashes, join, batch };
}

async function until(condition: () => boolean): Promise<void> {
  for (const late = performance.now() + 3_000; !condition() && performance.now() < late;) await sleep(2);
}

describe('GroupMember', () => {
  const members: GroupMember[] = [];
  const make = async (options: Parameters<typeof setUp>[0] = {}) => {
    const made = setUp(options);
    members.push(made.member);
    await made.member.start();
    return made;
  };
  afterEach(async () => {
    await Promise.all(members.splice(0).map((member) => member.leave()));
  });

  it('tells by our clock when a record was appended', async () => {
    const { appendedAt, join, batch } = await make({ offsetMs: 3_000 });
    await join();
    await batch(0, 0);
    expect(appendedAt).toEqual([3_000]);
  });

  it('member 1: a batch fetched before a rebalance and handed in after it is not taken; kafkajs is sent back to the position', async () => {
    const { consumer, accepted, join, batch } = await make({ start: 4 });
    await join();
    await batch(7, 9);
    expect(accepted).toEqual([]);
    expect(consumer.seeks).toEqual([{ topic: TOPIC, partition: 0, offset: '4' }]);
    await batch(4, 5);
    await batch(6, 6);
    expect(accepted).toEqual(['4', '5', '6']);
    expect(consumer.resolved).toEqual(['5', '6']);
  });

  it('member 1: of a batch that begins before the position only the rest is taken, and one that ends before it is not taken', async () => {
    const { accepted, join, batch } = await make({ start: 4 });
    await join();
    await batch(0, 3);
    expect(accepted).toEqual([]);
    await batch(2, 6);
    await batch(5, 6);
    expect(accepted).toEqual(['4', '5', '6']);
  });

  it('member 1: a gap that kafkajs comes back to is real: it is passed, and commits move on behind it', async () => {
    const { consumer, member, accepted, finish, join, batch } = await make({ start: 4 });
    await join();
    await batch(10, 10);
    await batch(10, 10);
    expect(accepted).toEqual(['10']);
    finish(10);
    expect(await member.commit()).toBe(true);
    expect(consumer.commits).toEqual(['11']);
  });

  it('member 2: nothing is accepted before onAssigned has resolved, and heartbeats go on meanwhile', async () => {
    let release: () => void = () => undefined;
    const assigned = new Promise<void>((resolve) => (release = resolve));
    const { consumer, accepted, join, batch } = await make({ onAssigned: () => assigned });
    await join();
    const taken = batch(0, 0);
    await until(() => consumer.heartbeats > 2);
    expect(accepted).toEqual([]);
    release();
    await taken;
    expect(accepted).toEqual(['0']);
  });

  it('member 2: the positions are asked again until they are known', async () => {
    let failures = 2;
    const { accepted, join, batch } = await make({
      positions: () => (failures-- > 0 ? Promise.reject(new Error('the broker is away')) : Promise.resolve()),
    });
    await join();
    await batch(0, 1);
    expect(accepted).toEqual(['0', '1']);
  });

  it('member 2: what was accepted before a join never commits, although its partition stayed', async () => {
    const { consumer, member, finish, join, batch } = await make();
    await join();
    await batch(0, 1);
    const former = member.ledger.epoch;
    await join();
    finish(0, former);
    finish(1, former);
    expect(await member.commit()).toBe(true);
    expect(consumer.commits).toEqual([]);
    await batch(0, 1);
    finish(0);
    await member.commit();
    expect(consumer.commits).toEqual(['1']);
  });

  it('member 2: commits what is finished as a rebalance begins, in the generation that ends', async () => {
    const { consumer, finish, join, batch } = await make();
    await join();
    await batch(0, 1);
    finish(0);
    consumer.rebalance();
    expect(consumer.commits).toEqual(['1']);
  });

  it('member 3: with no room it takes no more, heartbeats, and gives the batch up when the group rebalances', async () => {
    const { consumer, accepted, finish, join, batch } = await make({ limit: 2 });
    await join();
    const taking = batch(0, 5);
    await until(() => consumer.heartbeats > 2);
    expect(accepted).toEqual(['0', '1']);
    finish(0);
    await until(() => accepted.length > 2);
    expect(accepted).toEqual(['0', '1', '2']);
    consumer.nextHeartbeatFails = new KafkaJSError('The group is rebalancing');
    await expect(taking).rejects.toBe(consumer.nextHeartbeatFails);
    expect(accepted).toEqual(['0', '1', '2']);
    expect(consumer.resolved).toEqual(['1', '2']);
  });

  it('member 3: a new epoch ends the wait for room, and the rest of the old batch is dropped', async () => {
    const { accepted, finish, join, batch } = await make({ limit: 1 });
    await join();
    const taking = batch(0, 3);
    await sleep(5);
    await join();
    finish(0, 1);
    await taking;
    expect(accepted).toEqual(['0']);
  });

  it('member 4: a bug in our own code reaches kafkajs as a plain error, which it retries, never as a TypeError', async () => {
    const { consumer, join, batch } = await make();
    await join();
    consumer.resolveThrows = new TypeError('x is not a function');
    const failure: unknown = await batch(0, 0).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(TypeError);
  });

  it('tells of a crash that kafkajs does not mend, and of no other', async () => {
    const { consumer, crashes, join } = await make();
    await join();
    consumer.crash(new Error('retries used up'), true);
    expect(crashes).toEqual([]);
    await join();
    consumer.crash(new Error('for good'), false);
    expect(crashes.map(({ message }) => message)).toEqual(['for good']);
  });

  it('accepts nothing once it has stopped fetching, and still commits', async () => {
    const { consumer, member, accepted, finish, join, batch } = await make();
    await join();
    await batch(0, 0);
    member.stopFetching();
    await batch(1, 1);
    expect(accepted).toEqual(['0']);
    expect(consumer.paused).toEqual([TOPIC]);
    finish(0);
    expect(await member.commit()).toBe(true);
    expect(consumer.commits).toEqual(['1']);
  });
});
