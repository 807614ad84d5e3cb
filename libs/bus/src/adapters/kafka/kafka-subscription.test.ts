import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '@plinth/kernel';
import { BrokerClock } from './broker-clock';
import { KafkaAdmin } from './kafka-admin';
import { DEFAULT_TIMING, type KafkaOptions } from './kafka-options';
import { KafkaSubscription } from './kafka-subscription';
import { ScriptedConsumer } from './scripted-consumer.stage';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const options: KafkaOptions = { brokers: ['127.0.0.1:1'], clientId: 'test', log: quiet };

async function setUp() {
  const consumers: ScriptedConsumer[] = [];
  let connectFails: Error | undefined;
  const subscription = new KafkaSubscription(
    options,
    { ...DEFAULT_TIMING, restartMs: 2 },
    new KafkaAdmin(options),
    new BrokerClock(new SystemClock()),
    {
      group: 'g',
      topics: ['t'],
      maxInFlight: 1,
      sink: { accept: () => undefined, onAssigned: () => Promise.resolve() },
    },
    () => {
      const consumer = new ScriptedConsumer();
      consumer.connectFails = connectFails;
      consumers.push(consumer);
      return consumer.asConsumer();
    },
  );
  await subscription.start();
  const failToConnect = (error: Error | undefined) => void (connectFails = error);
  return { subscription, consumers, failToConnect };
}

async function until(condition: () => boolean): Promise<void> {
  for (const late = performance.now() + 5_000; !condition(); await sleep(2)) {
    if (performance.now() > late) throw new Error('not within 5 s');
  }
}

describe('KafkaSubscription', () => {
  it('subscription 1: replaces a consumer that kafkajs gave up, and disconnects the old one first', async () => {
    const { subscription, consumers } = await setUp();
    consumers[0]?.crash(new TypeError('inside kafkajs'), false);
    await until(() => consumers.length === 2);
    expect(consumers[0]?.disconnects).toBe(1);
    await subscription.checkAlive();
    await subscription.drain(0);
  });

  it('subscription 1: leaves to kafkajs what kafkajs restarts by itself', async () => {
    const { subscription, consumers } = await setUp();
    consumers[0]?.crash(new Error('retries used up'), true);
    await sleep(30);
    expect(consumers).toHaveLength(1);
    await subscription.drain(0);
  });

  it('subscription 1, 2: goes on opening while the broker is away, without counting that as a fault of the process', async () => {
    const { subscription, consumers, failToConnect } = await setUp();
    failToConnect(new Error('ECONNREFUSED'));
    consumers[0]?.crash(new Error('given up'), false);
    await until(() => consumers.length > 7);
    await subscription.checkAlive();
    await expect(subscription.checkReady()).rejects.toMatchObject({ code: 'bus_not_ready' });
    failToConnect(undefined);
    const tries = consumers.length;
    await until(() => consumers.length > tries);
    await sleep(30);
    expect(consumers.length).toBeLessThanOrEqual(tries + 1);
    await subscription.drain(0);
  });

  it('asks for a new process once five consumers in a row ended in a fault', async () => {
    const { subscription, consumers } = await setUp();
    for (let crash = 1; crash <= 5; crash += 1) {
      await until(() => consumers.length === crash);
      await sleep(5);
      consumers[crash - 1]?.crash(new TypeError('again'), false);
    }
    await expect(subscription.checkAlive()).rejects.toThrow('crashed 5 times');
    await subscription.drain(0);
  });

  it('subscription 3: opens nothing once a drain has begun', async () => {
    const { subscription, consumers } = await setUp();
    await subscription.drain(0);
    consumers[0]?.crash(new TypeError('late'), false);
    await sleep(30);
    expect(consumers).toHaveLength(1);
    await expect(subscription.checkReady()).rejects.toMatchObject({ code: 'bus_not_ready' });
  });
});
