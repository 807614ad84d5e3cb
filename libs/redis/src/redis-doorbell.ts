import { AsyncResource } from 'node:async_hooks';
import type { Redis } from 'ioredis';
import { ChannelListeners } from '@plinth/kernel';
import { Doorbell } from './doorbell';
import {
  connect,
  disconnect,
  newConnection,
  type RedisConnectionOptions,
  translateFailure,
  warn,
} from './redis-connection';

interface Ring {
  readonly channel: string;
  readonly payload: string;
}

/**
 * The doorbell over Redis pub/sub. Owns two connections, since one that subscribes may do nothing else, and the list of listeners.
 * 1. While the ear is connected it is subscribed to every channel that has a listener.
 * 2. The rings of one tick travel as one pipeline; while Redis is away they are dropped and reported.
 */
export class RedisDoorbell extends Doorbell {
  private waiting: Ring[] = [];
  private closed = false;

  private constructor(
    private readonly mouth: Redis,
    private readonly ear: Redis,
    private readonly listeners: ChannelListeners,
    private readonly report: (error: unknown) => void,
  ) {
    super();
    ear.on('message', (channel: string, payload: string) => {
      listeners.ring(channel, payload);
    });
    ear.on('ready', () => void this.hear(listeners.names));
  }

  /** Throws TransientError(`redis_unavailable`) when Redis cannot be reached now; later it comes back by itself. */
  static async open(options: RedisConnectionOptions): Promise<RedisDoorbell> {
    const report = options.report ?? warn;
    const [mouth, ear] = [newConnection(options), newConnection(options)];
    try {
      await Promise.all([connect(mouth), connect(ear)]);
    } catch (error) {
      await Promise.all([disconnect(mouth), disconnect(ear)]);
      throw error;
    }
    return new RedisDoorbell(mouth, ear, new ChannelListeners(report), report);
  }

  ring(channel: string, payload: string): void {
    if (this.waiting.push({ channel, payload }) > 1) return;
    setImmediate(() => void this.send());
  }

  async subscribe(channel: string, onRing: (payload: string) => void): Promise<() => Promise<void>> {
    const { remove } = this.listeners.add(channel, AsyncResource.bind(onRing));
    // Not only for the first listener: the first one's own may still be under way.
    await this.hear([channel]);
    return async () => {
      if (remove()) await this.attempt(() => this.ear.unsubscribe(channel));
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    this.listeners.clear();
    await Promise.all([disconnect(this.mouth), disconnect(this.ear)]);
  }

  private async hear(channels: readonly string[]): Promise<void> {
    if (channels.length > 0) await this.attempt(() => this.ear.subscribe(...channels));
  }

  private async send(): Promise<void> {
    const rings = this.waiting;
    this.waiting = [];
    const pipeline = this.mouth.pipeline();
    for (const { channel, payload } of rings) pipeline.publish(channel, payload);
    await this.attempt(async () => {
      const failure = (await pipeline.exec())?.find(([error]) => error !== null)?.[0];
      if (failure) throw failure;
    });
  }

  /** A failure is no caller's: rings are hints, and subscriptions are made good when the connection is back. */
  private async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.closed) this.report(translateFailure(error));
    }
  }
}
