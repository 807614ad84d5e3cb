import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, Partitioners, type Consumer, type Producer } from 'kafkajs';

/** kafkajs as its documentation shows it, with the same acknowledgements, headers and body as our messages. */
export class BareClient {
  private readonly producer: Producer;
  private readonly consumer: Consumer;
  onMessage: (id: string) => void = () => undefined;

  constructor(
    brokers: readonly string[],
    private readonly topic: string,
    idempotent: boolean,
    private readonly body = '{}',
  ) {
    const kafka = new Kafka({ brokers: [...brokers], clientId: 'bare', logLevel: logLevel.NOTHING });
    this.producer = kafka.producer({ idempotent, createPartitioner: Partitioners.DefaultPartitioner });
    this.consumer = kafka.consumer({
      groupId: `bare-${randomUUID()}`,
      heartbeatInterval: 1_000,
      sessionTimeout: 10_000,
    });
  }

  async start(): Promise<void> {
    await Promise.all([this.producer.connect(), this.consumer.connect()]);
    await this.consumer.subscribe({ topic: this.topic, fromBeginning: true });
    await this.consumer.run({
      eachMessage: ({ message }) => {
        this.onMessage(String(message.headers?.ce_id));
        return Promise.resolve();
      },
    });
  }

  async send(session: string, id: string): Promise<void> {
    const headers = {
      ce_specversion: '1.0',
      ce_id: id,
      ce_type: 'memory.end.v1',
      ce_source: '/plinth/orchestrator',
      ce_time: new Date().toISOString(),
      ce_tenant: 'bench',
      'content-type': 'application/json',
      ce_session: session,
      ce_turn: `${session}-${id}`,
    };
    await this.producer.send({
      topic: this.topic,
      acks: -1,
      messages: [{ key: `bench/s/${session}`, headers, value: this.body }],
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.producer.disconnect(), this.consumer.disconnect()]);
  }
}
