import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PermanentError } from '@plinth/kernel';
import type { Subscription } from '../../transport';
import { KafkaAdmin } from './kafka-admin';
import { RecordingSink, ScratchTopics, testKafkaOptions, wireRecord } from '@plinth/testing';
import { KafkaTransport } from './kafka-transport';
import { ensureTopics, removeTopics } from './topic-tool';

jest.setTimeout(60_000);

const admin = new KafkaAdmin(testKafkaOptions());
const topics = new ScratchTopics();
const cleanUps: (() => Promise<void>)[] = [];

async function committedOf(group: string, topic: string, partition = 0): Promise<string> {
  const [answer] = await admin.ask('read', (client) => client.fetchOffsets({ groupId: group, topics: [topic] }));
  return answer?.partitions.find((each) => each.partition === partition)?.offset ?? 'none';
}

async function eventually(expected: string, read: () => Promise<string>): Promise<void> {
  const until = Date.now() + 5_000;
  let value = await read();
  while (value !== expected && Date.now() < until) {
    await sleep(50);
    value = await read();
  }
  expect(value).toBe(expected);
}

/** One replica of a consumer; ends with the test unless the test ended it. */
async function join(
  topic: string,
  group: string,
  sink: RecordingSink,
  maxInFlight = 100,
): Promise<{ transport: KafkaTransport; subscription: Subscription }> {
  const transport = new KafkaTransport(testKafkaOptions());
  await transport.connect([topic]);
  const subscription = await transport.subscribe({ group, topics: [topic], maxInFlight, sink });
  cleanUps.push(async () => {
    await subscription.drain(0);
    await transport.close();
  });
  return { transport, subscription };
}

/** What arrived in each assignment; a record that was not committed may come again in the next. */
function epochsOf({ events }: RecordingSink): string[][] {
  const epochs: string[][] = [];
  for (const event of events) {
    if (event === 'assigned') epochs.push([]);
    else epochs.at(-1)?.push(event);
  }
  return epochs;
}

afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((end) => end()));
});
afterAll(async () => {
  await topics.remove();
  await admin.close();
});

describe('KafkaTransport', () => {
  it('delivers the records of a partition in the order sent, with key, headers, offset and the time of their append', async () => {
    const topic = await topics.create();
    const sink = new RecordingSink();
    const { transport } = await join(topic, randomUUID(), sink);
    const before = Date.now();
    const bodies = Array.from({ length: 500 }, (_, index) => String(index));
    for (let from = 0; from < 500; from += 100)
      await transport.produce(bodies.slice(from, from + 100).map((body) => wireRecord(topic, 'k', body)));
    await sink.until(({ arrived }) => arrived.length >= 500);
    expect(sink.bodies).toEqual(bodies);
    expect(sink.arrived.map(({ offset }) => offset)).toEqual(bodies);
    expect(sink.arrived[7]).toMatchObject({ topic, key: 'k', headers: { ce_id: '7' }, partition: 0 });
    expect(sink.arrived[7]?.appendedAtMs).toBeGreaterThanOrEqual(before - 5);
    expect(sink.arrived[7]?.appendedAtMs).toBeLessThanOrEqual(Date.now() + 5);
  });

  it('reads a topic from its beginning when the group is new, and announces the assignment before the first record', async () => {
    const topic = await topics.create(4);
    const sink = new RecordingSink();
    const sender = await join(topic, randomUUID(), new RecordingSink());
    await sender.transport.produce(['a', 'b', 'c'].map((body) => wireRecord(topic, body, body)));
    await join(topic, randomUUID(), sink);
    await sink.until(({ arrived }) => arrived.length === 3);
    expect(sink.events[0]).toBe('assigned');
  });

  it('L1: commits only up to the lowest unfinished record, however many later ones are finished', async () => {
    const topic = await topics.create();
    const group = randomUUID();
    const sink = new RecordingSink((body) => body !== '3');
    const { transport, subscription } = await join(topic, group, sink);
    await transport.produce(Array.from({ length: 20 }, (_, index) => wireRecord(topic, `key-${index}`, String(index))));
    await sink.until(({ arrived }) => arrived.length === 20);
    await eventually('3', () => committedOf(group, topic));
    await sleep(600);
    expect(await committedOf(group, topic)).toBe('3');
    sink.finish('3');
    await eventually('20', () => committedOf(group, topic));
    await subscription.checkReady();
    await subscription.checkAlive();
  });

  it('G1: holds at most maxInFlight records, loses none and repeats none while it waits, and keeps its membership', async () => {
    const topic = await topics.create(3);
    const sink = new RecordingSink(() => false);
    const { transport } = await join(topic, randomUUID(), sink, 5);
    const bodies = Array.from({ length: 60 }, (_, index) => String(index));
    await transport.produce(bodies.map((body) => wireRecord(topic, `key-${body}`, body)));
    await sink.until(({ held }) => held.length === 5);
    const { assignments } = sink;
    await sleep(12_000);
    expect(sink.held).toHaveLength(5);
    expect(sink.assignments).toBe(assignments);
    while (new Set(sink.bodies).size < 60 || sink.held.length > 0) {
      expect(sink.held.length).toBeLessThanOrEqual(5);
      const [oldest] = sink.held;
      if (oldest !== undefined) sink.finish(oldest);
      else await sleep(5);
    }
    for (const epoch of epochsOf(sink)) expect(new Set(epoch).size).toBe(epoch.length);
  });

  it('resumes at once when there is room again', async () => {
    const topic = await topics.create();
    const sink = new RecordingSink(() => false);
    const { transport } = await join(topic, randomUUID(), sink, 1);
    await transport.produce([wireRecord(topic, 'k', 'first'), wireRecord(topic, 'k', 'second')]);
    await sink.until(({ held }) => held.includes('first'));
    await sleep(1_500);
    const finishedAt = performance.now();
    sink.finish('first');
    await sink.until(({ held }) => held.includes('second'));
    expect(performance.now() - finishedAt).toBeLessThan(100);
  });

  it('redelivers exactly what was not committed when a consumer ended uncleanly', async () => {
    const topic = await topics.create();
    const group = randomUUID();
    const first = new RecordingSink((body) => Number(body) < 5);
    const { transport, subscription } = await join(topic, group, first);
    await transport.produce(Array.from({ length: 10 }, (_, index) => wireRecord(topic, 'k', String(index))));
    await first.until(({ arrived }) => arrived.length === 10);
    await eventually('5', () => committedOf(group, topic));
    await subscription.drain(0);
    const second = new RecordingSink();
    await join(topic, group, second);
    await second.until(({ arrived }) => arrived.length >= 5);
    expect(second.bodies).toEqual(['5', '6', '7', '8', '9']);
  });

  it('drains: accepts nothing more, waits for what is in hand, commits it, and leaves the rest to others', async () => {
    const topic = await topics.create();
    const group = randomUUID();
    const sink = new RecordingSink((body) => body !== 'slow');
    const { transport, subscription } = await join(topic, group, sink);
    await transport.produce([wireRecord(topic, 'a', 'slow'), wireRecord(topic, 'b', 'fast')]);
    await sink.until(({ arrived }) => arrived.length === 2);
    const drained = subscription.drain(10_000);
    await transport.produce([wireRecord(topic, 'c', 'late')]);
    await sleep(800);
    expect(sink.bodies).toEqual(['slow', 'fast']);
    sink.finish('slow');
    await drained;
    expect(await committedOf(group, topic)).toBe('2');
    await expect(subscription.checkReady()).rejects.toMatchObject({ code: 'bus_not_ready' });
    const other = new RecordingSink();
    await join(topic, group, other);
    await other.until(({ arrived }) => arrived.length > 0);
    expect(other.bodies).toEqual(['late']);
  });

  it('L2 L3: while a record is in hand, a joining member lets the others flow within 10 s; the stale finish commits nothing', async () => {
    const topic = await topics.create(2);
    const group = randomUUID();
    const old = new RecordingSink((body) => body !== 'in-hand');
    const { transport } = await join(topic, group, old);
    await transport.produce([wireRecord(topic, 'slow', 'in-hand')]);
    await old.until(({ held }) => held.length === 1);
    const partition = old.arrived[0]?.partition ?? 0;
    const joining = new RecordingSink((body) => body !== 'in-hand');
    await join(topic, group, joining);
    const since = performance.now();
    const keys = Array.from({ length: 40 }, (_, index) => `other-${index}`);
    await transport.produce(keys.map((key) => wireRecord(topic, key, key)));
    const others = () => new Set([...old.bodies, ...joining.bodies].filter((body) => body.startsWith('other')));
    await old.until(() => others().size === 40, 10_000);
    expect(performance.now() - since).toBeLessThan(10_000);
    await old.until(() => [...old.bodies, ...joining.bodies].filter((body) => body === 'in-hand').length === 2);
    const holder = old.bodies.filter((body) => body === 'in-hand').length === 2 ? old : joining;
    expect(holder.assignments).toBeGreaterThanOrEqual(1);
    if (holder === joining) {
      old.finish('in-hand');
      await sleep(800);
      expect(await committedOf(group, topic, partition)).not.toBe('1');
    }
    holder.finish('in-hand');
    await eventually(String([...others()].length + 1), async () =>
      String(Number(await committedOf(group, topic, 0)) + Number(await committedOf(group, topic, 1))),
    );
  });

  it('lives on when a sink throws a TypeError or a foreign record holds nonsense', async () => {
    const topic = await topics.create();
    const sink = new RecordingSink();
    const failing = new (class extends RecordingSink {
      override accept(...[record, finished]: Parameters<RecordingSink['accept']>): void {
        if (record.body.toString() === 'poison') throw new TypeError('undefined is not a function');
        super.accept(record, finished);
      }
    })();
    const { transport, subscription } = await join(topic, randomUUID(), failing);
    await join(topic, randomUUID(), sink);
    const { assignments } = failing;
    await transport.produce([
      wireRecord(topic, 'k', 'poison'),
      { topic, key: '', headers: { '': '\u0000' }, body: Buffer.from([0xff, 0xfe]) },
      wireRecord(topic, 'k', 'after'),
    ]);
    await failing.until(({ bodies }) => bodies.includes('after'));
    await sink.until(({ arrived }) => arrived.length === 3);
    await subscription.checkAlive();
    expect(failing.assignments).toBe(assignments);
  });

  it('refuses to start on a topic that nobody created, at once and by name', async () => {
    const transport = new KafkaTransport(testKafkaOptions());
    const failure = await transport.connect(['plinth.absent']).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PermanentError);
    expect(failure).toMatchObject({ code: 'topic_missing', message: expect.stringContaining('plinth.absent') });
    await transport.close();
  });

  it('throws bus_unavailable when no broker answers', async () => {
    const transport = new KafkaTransport(testKafkaOptions({ brokers: ['127.0.0.1:1'] }));
    await expect(transport.connect(['any'])).rejects.toMatchObject({ code: 'bus_unavailable', retryable: true });
    await expect(transport.produce([wireRecord('any', 'k', 'x')])).rejects.toMatchObject({ code: 'bus_unavailable' });
    await transport.close();
  });

  it('appends in one call more than the broker takes at once', async () => {
    const topic = await topics.create();
    const sink = new RecordingSink();
    const { transport } = await join(topic, randomUUID(), sink);
    const large = 'x'.repeat(250_000);
    await transport.produce(Array.from({ length: 12 }, (_, index) => wireRecord(topic, 'k', `${index}:${large}`)));
    await sink.until(({ arrived }) => arrived.length === 12);
    expect(sink.bodies.map((body) => body.split(':')[0])).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index)),
    );
  });

  it('member 1: goes on at the first record that is left when retention has removed what followed the committed offset', async () => {
    const topic = await topics.create();
    const group = randomUUID();
    const first = new RecordingSink();
    const { transport, subscription } = await join(topic, group, first);
    await transport.produce(['0', '1'].map((body) => wireRecord(topic, 'k', body)));
    await first.until(({ arrived }) => arrived.length === 2);
    await subscription.drain(5_000);
    await transport.produce(['2', '3', '4', '5'].map((body) => wireRecord(topic, 'k', body)));
    await admin.ask('delete', async (client) => {
      await client.fetchTopicOffsets(topic);
      await client.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '4' }] });
    });
    const second = new RecordingSink();
    await join(topic, group, second);
    await second.until(({ arrived }) => arrived.length === 2);
    expect(second.bodies).toEqual(['4', '5']);
    await eventually('6', () => committedOf(group, topic));
  });

  it('keeps a replica beyond the number of partitions ready and alive, without records', async () => {
    const topic = await topics.create(1);
    const group = randomUUID();
    const sinks = [new RecordingSink(), new RecordingSink()] as const;
    const { transport } = await join(topic, group, sinks[0]);
    const { subscription } = await join(topic, group, sinks[1]);
    await transport.produce([wireRecord(topic, 'k', 'only')]);
    await sinks[0].until(() => sinks[0].arrived.length + sinks[1].arrived.length > 0);
    await subscription.checkReady();
    await subscription.checkAlive();
    expect(sinks[0].arrived.length + sinks[1].arrived.length).toBe(1);
  });

  it('keeps meshes of different namespaces apart on one broker', async () => {
    const suffix = randomUUID().slice(0, 8);
    const meshes = ['left', 'right'].map((name) => testKafkaOptions({ namespace: `scratch-${name}-${suffix}` }));
    const wanted = [{ name: 'plinth.memory.commands', partitions: 1 }];
    const sides = await Promise.all(
      meshes.map(async (options) => {
        await ensureTopics(options, wanted, 1);
        const sink = new RecordingSink();
        const transport = new KafkaTransport(options);
        await transport.connect(['plinth.memory.commands']);
        const subscription = await transport.subscribe({
          group: 'memory',
          topics: ['plinth.memory.commands'],
          maxInFlight: 10,
          sink,
        });
        cleanUps.push(async () => {
          await subscription.drain(0);
          await transport.close();
          await removeTopics(options, ['plinth.memory.commands']);
        });
        return { sink, transport };
      }),
    );
    await Promise.all(
      sides.map(({ transport }, side) =>
        transport.produce([wireRecord('plinth.memory.commands', 'k', `side-${side}`)]),
      ),
    );
    await Promise.all(sides.map(({ sink }) => sink.until(({ arrived }) => arrived.length > 0)));
    expect(sides.map(({ sink }) => sink.bodies)).toEqual([['side-0'], ['side-1']]);
    expect(sides[0]?.sink.arrived[0]?.topic).toBe('plinth.memory.commands');
  });

  it('is not ready while messages wait and none is finished', async () => {
    const topic = await topics.create();
    const sink = new RecordingSink(() => false);
    const transport = new KafkaTransport(testKafkaOptions({ timing: { stallMs: 300 } }));
    const subscription = await transport.subscribe({ group: randomUUID(), topics: [topic], maxInFlight: 1, sink });
    await subscription.checkReady();
    await transport.produce([wireRecord(topic, 'k', 'stuck')]);
    await sink.until(({ held }) => held.length === 1);
    await sleep(400);
    await expect(subscription.checkReady()).rejects.toMatchObject({ code: 'bus_not_ready' });
    sink.finish('stuck');
    await subscription.checkReady();
    await subscription.drain(1_000);
    await transport.close();
  });
});
