import type { Admin } from 'kafkajs';
import { createKafka } from './kafka-client';
import { kafkaFailure } from './kafka-failure';
import type { KafkaOptions } from './kafka-options';

/** Questions to the cluster. Owns one kafkajs admin at a time; one that failed is replaced, so that the next call starts afresh. */
export class KafkaAdmin {
  private current: Promise<Admin> | undefined;

  constructor(private readonly options: KafkaOptions) {}

  /** Throws TransientError `bus_unavailable` or PermanentError `bus_forbidden`. */
  async ask<T>(doing: string, question: (admin: Admin) => Promise<T>): Promise<T> {
    const using = (this.current ??= this.open());
    try {
      return await question(await using);
    } catch (error) {
      if (this.current === using) void this.close();
      throw kafkaFailure(doing, error);
    }
  }

  async close(): Promise<void> {
    const using = this.current;
    this.current = undefined;
    try {
      await (await using)?.disconnect();
    } catch (error) {
      this.options.log.debug({ err: error }, 'an admin connection did not close cleanly');
    }
  }

  private async open(): Promise<Admin> {
    const admin = createKafka(this.options).admin();
    await admin.connect();
    return admin;
  }
}
