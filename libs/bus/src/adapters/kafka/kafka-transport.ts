import { PermanentError, SystemClock } from '@plinth/kernel';
import { BusTransport, type Subscription, type WireRecord } from '../../transport';
import { BrokerClock } from './broker-clock';
import { KafkaAdmin } from './kafka-admin';
import { DEFAULT_TIMING, type KafkaOptions, type KafkaTiming } from './kafka-options';
import { KafkaRecordProducer } from './kafka-record-producer';
import { KafkaSubscription, type SubscriptionOptions } from './kafka-subscription';
import { Namespace } from './namespace';

/**
 * BusTransport over Apache Kafka by kafkajs. Redelivers, in order, what was not committed when a partition changed hands or a
 * process died; several transports of one group share its partitions.
 */
export class KafkaTransport extends BusTransport {
  override readonly system = 'kafka';
  private readonly timing: KafkaTiming;
  private readonly admin: KafkaAdmin;
  private readonly producer: KafkaRecordProducer;
  private readonly brokerClock: BrokerClock;

  constructor(private readonly options: KafkaOptions) {
    super();
    this.timing = { ...DEFAULT_TIMING, ...options.timing };
    this.admin = new KafkaAdmin(options);
    this.brokerClock = new BrokerClock(options.clock ?? new SystemClock());
    this.producer = new KafkaRecordProducer(options, this.timing.produceTimeoutMs, this.brokerClock);
  }

  async connect(topics: readonly string[]): Promise<void> {
    const present = new Set(await this.admin.topics());
    const namespace = new Namespace(this.options.namespace);
    const missing = topics.map((topic) => namespace.onBroker(topic)).filter((topic) => !present.has(topic));
    if (missing.length > 0) {
      throw new PermanentError(
        'topic_missing',
        `the broker has no topic ${missing.join(', ')}, or this client may not see it: run the topic tool (npm run topics)`,
      );
    }
    await this.producer.connect();
  }

  produce(records: readonly WireRecord[]): Promise<void> {
    return this.producer.produce(records);
  }

  async subscribe(wish: SubscriptionOptions): Promise<Subscription> {
    const subscription = new KafkaSubscription(this.options, this.timing, this.admin, this.brokerClock, wish);
    await subscription.start();
    return subscription;
  }

  async close(): Promise<void> {
    await Promise.all([this.producer.close(), this.admin.close()]);
  }
}
