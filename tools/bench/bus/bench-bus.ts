/**
 * `npm run bench:bus -- [--json out.json]`: what the bus costs on real Kafka. One-way latency beside bare kafkajs, healthy
 * traffic before and during poison in the same run, messages per request and CPU per message. Takes about a minute.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureTopics, removeTopics } from '@plinth/bus';
import { createScratchMesh } from '@plinth/testing';
import { BareClient } from './bare-client';
import { BusPair } from './bus-pair';
import { measureLoad } from './load-run';
import { measureLatency, ratio, type Carrier } from './one-way-latency';
import { measurePoison } from './poison-run';

const PARTITIONS = 16;
const say = (text: string): void => console.error(text);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  const mesh = await createScratchMesh(PARTITIONS);
  const bareTopic = `bare-${randomUUID()}`;
  await ensureTopics(mesh.options, [{ name: bareTopic, partitions: PARTITIONS }], 1);
  const { brokers, namespace = '' } = mesh.options;
  const plain = new BareClient(brokers, `${namespace}.${bareTopic}`, false);
  const idempotent = new BareClient(brokers, `${namespace}.${bareTopic}`, true);
  const pair = new BusPair(mesh.options);
  try {
    say('joining');
    await Promise.all([plain.start(), idempotent.start(), pair.start()]);
    say('one-way latency, one message at a time');
    pair.answers = false;
    const latency = await measureLatency(
      { bare_kafkajs: bareCarrier(plain), bare_kafkajs_idempotent: bareCarrier(idempotent), bus: busCarrier(pair) },
      6,
      60,
    );
    say('load');
    pair.answers = true;
    await measureLoad(pair, 32, 2_000);
    const loads = [
      await measureLoad(pair, 1, 300),
      await measureLoad(pair, 32, 4_000),
      await measureLoad(pair, 128, 8_000),
    ];
    say('poison');
    const poison = await measurePoison(pair, 10_000);
    const report = {
      partitions: PARTITIONS,
      latency,
      busToBareP50: ratio(latency.bus?.oneWay.p50Ms ?? NaN, latency.bare_kafkajs?.oneWay.p50Ms ?? NaN),
      loads,
      poison,
    };
    const json = JSON.stringify(report, null, 2);
    if (values.json) writeFileSync(values.json, `${json}\n`);
    console.log(json);
    if (poison.p99Ratio > 1.5)
      say(`the P99 of healthy traffic during poison is ${poison.p99Ratio} × the one before; the aim is 1.5`);
  } finally {
    await Promise.all([plain.close(), idempotent.close(), pair.close()]);
    await removeTopics(mesh.options, [bareTopic]);
    await mesh.remove();
  }
}

const bareCarrier = (client: BareClient): Carrier => ({
  send: (id) => client.send('one', id),
  onArrival: (listener) => (client.onMessage = listener),
});

const busCarrier = (pair: BusPair): Carrier => ({
  send: (id) => pair.send('one', id),
  onArrival: (listener) => (pair.onCommand = ({ id }) => listener(id)),
});

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
