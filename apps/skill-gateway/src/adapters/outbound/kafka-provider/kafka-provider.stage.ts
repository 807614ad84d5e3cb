import { KafkaTransport, type FetchedRecord, type Subscription } from '@plinth/bus';
import { CE, PROVIDER_MESSAGES, REPLY_TOPIC_HEADER } from '@plinth/contracts';
import { createScratchMesh, ScratchTopics } from '@plinth/testing';
import { RandomIds, SystemClock } from '@plinth/kernel';
import type { ProviderOnStage, SeenCall, Serving } from '../../../ports/skill-provider.contract';
import { KafkaSkillProvider } from './kafka-skill-provider';
import { ProviderExchanges } from './provider-exchanges';

/** A provider outside of the mesh: reads its topic and answers where a command says. */
export class ProviderOnKafka {
  /** The body of the answer, or none. */
  answer: (record: FetchedRecord, body: Record<string, unknown>) => string | undefined = () => undefined;
  readonly heard: FetchedRecord[] = [];

  private constructor(
    readonly topic: string,
    private readonly transport: KafkaTransport,
    private readonly remove: () => Promise<void>,
  ) {}

  static async start(options: ConstructorParameters<typeof KafkaTransport>[0]): Promise<ProviderOnKafka> {
    const topics = new ScratchTopics(options);
    const topic = await topics.create(2);
    const transport = new KafkaTransport(options);
    await transport.connect([topic]);
    const provider = new ProviderOnKafka(topic, transport, () => topics.remove());
    const sink = {
      onAssigned: () => Promise.resolve(),
      accept: (record: FetchedRecord, finished: () => void) => {
        provider.heard.push(record);
        const body = JSON.parse(record.body.toString()) as Record<string, unknown>;
        const said = provider.answer(record, body);
        finished();
        if (said !== undefined) void provider.reply(record, said);
      },
    };
    provider.subscription = await transport.subscribe({ group: `g-${topic}`, topics: [topic], maxInFlight: 64, sink });
    return provider;
  }

  private subscription: Subscription | undefined;

  reply({ headers }: FetchedRecord, body: string, over: Readonly<Record<string, string>> = {}): Promise<void> {
    const [exchange] = Object.values(PROVIDER_MESSAGES).filter(({ command }) => command === headers[CE.type]);
    const id = headers[CE.id] ?? '';
    const told = { [CE.causation]: id, [CE.type]: exchange?.answer ?? '', ...over };
    const topic = headers[REPLY_TOPIC_HEADER] ?? '';
    return this.transport.produce([{ topic, key: id, headers: told, body: Buffer.from(body) }]);
  }

  async close(): Promise<void> {
    await this.subscription?.drain(1_000);
    await this.transport.close();
    await this.remove();
  }
}

export interface KafkaStage {
  readonly stage: ProviderOnStage;
  readonly far: ProviderOnKafka;
  readonly exchanges: ProviderExchanges;
  /** Another replica, or the same one after a restart. */
  openExchanges(): ProviderExchanges;
  end(): Promise<void>;
}

/** One mesh on the broker for all tests of a file: a group takes seconds to form. */
export async function openKafkaStage(): Promise<KafkaStage> {
  const mesh = await createScratchMesh(1);
  const openExchanges = (): ProviderExchanges =>
    new ProviderExchanges({
      openTransport: () => new KafkaTransport(mesh.options),
      clock: new SystemClock(),
      ids: new RandomIds(),
    });
  const exchanges = openExchanges();
  const far = await ProviderOnKafka.start(mesh.options);
  const seen: SeenCall[] = [];
  let serving: Serving = 'never';
  const serve = (next: Serving): void => {
    serving = next;
    far.answer = ({ headers }, body) => {
      seen.push(seenIn(body, headers));
      return answerOf(serving);
    };
  };
  return {
    ...{ far, exchanges, openExchanges },
    stage: {
      ...{ provider: new KafkaSkillProvider(exchanges), url: `kafka://${far.topic}`, seen, serve },
      nowhere: 'kafka://no.such.topic',
      givenUp: undefined,
      close: () => {
        seen.length = 0;
        return Promise.resolve();
      },
    },
    end: async () => {
      await exchanges.close();
      await far.close();
      await mesh.remove();
    },
  };
}

function seenIn(body: Record<string, unknown>, { traceparent = '' }: Readonly<Record<string, string>>): SeenCall {
  const { skill, version, arguments: given, context, idempotency_key: key, dry_run } = body;
  return {
    ...{ skill: String(skill), version: String(version), key: String(key), arguments: given, traceparent },
    ...{ user: (context as { user_id: string }).user_id, dryRun: dry_run === true },
  };
}

function answerOf(serving: Serving): string | undefined {
  switch (serving) {
    case 'overloaded':
    case 'absent':
      return JSON.stringify({ refused: serving });
    case 'bug':
      return JSON.stringify({ refused: 'broke' });
    case 'garbage':
      return '<html>';
    case 'too_much':
      return JSON.stringify({ result: { text: 'x'.repeat(200_000) } });
    case 'deep':
      return `{"result":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
    case 'never':
    case 'drop':
      return undefined;
    default:
      return JSON.stringify(serving);
  }
}
