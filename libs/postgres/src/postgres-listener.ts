import { AsyncResource } from 'node:async_hooks';
import { Client, escapeIdentifier, type ClientConfig } from 'pg';
import { ChannelListeners } from '@plinth/kernel';
import { translateFailure } from './failure';

const FIRST_RETRY_MS = 100;
const SLOWEST_RETRY_MS = 5_000;

/**
 * The one connection that hears notifications. Owns its client, its retry timer and the list of listeners.
 * 1. While anybody listens, there is a connection or an attempt to get one.
 * 2. A connection is handed out only after LISTEN has been sent for every channel known then.
 */
export class PostgresListener {
  private readonly listeners: ChannelListeners;
  private connection: Promise<Client> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly config: ClientConfig,
    private readonly report: (error: unknown) => void,
  ) {
    this.listeners = new ChannelListeners(report);
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    if (this.closed) throw new Error('the database is closed');
    const { remove } = this.listeners.add(channel, AsyncResource.bind(onPayload));
    try {
      const client = await this.connected();
      await client.query(`LISTEN ${channelName(channel)}`);
    } catch (error) {
      remove();
      throw translateFailure(error);
    }
    return async () => {
      if (remove()) await this.unlisten(channel);
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const connection = this.connection;
    this.connection = undefined;
    if (connection === undefined) return;
    try {
      await (await connection).end();
    } catch (error) {
      this.report(error);
    }
  }

  private async unlisten(channel: string): Promise<void> {
    try {
      await (await this.connection)?.query(`UNLISTEN ${channelName(channel)}`);
    } catch (error) {
      // A lost connection listens to nothing either.
      this.report(translateFailure(error));
    }
  }

  private connected(): Promise<Client> {
    if (this.connection === undefined) {
      const attempt = this.connect();
      this.connection = attempt;
      attempt.catch(() => {
        if (this.connection === attempt) this.connection = undefined;
      });
    }
    return this.connection;
  }

  private async connect(): Promise<Client> {
    // Notifications come at any time: no time limit for reading, none for sitting idle.
    const client = new Client({ ...this.config, query_timeout: 0, idle_in_transaction_session_timeout: 0 });
    client.on('error', this.report);
    client.on('notification', ({ channel, payload }) => {
      this.listeners.ring(channel, payload ?? '');
    });
    await client.connect();
    client.on('end', () => {
      this.lost();
    });
    const channels = this.listeners.names.map((name) => `LISTEN ${channelName(name)};`);
    if (channels.length > 0) await client.query(channels.join(' '));
    return client;
  }

  private lost(): void {
    this.connection = undefined;
    this.reconnectIn(FIRST_RETRY_MS);
  }

  private reconnectIn(delayMs: number): void {
    clearTimeout(this.retry);
    if (this.closed || this.listeners.names.length === 0) return;
    this.retry = setTimeout(() => {
      this.connected().catch((error: unknown) => {
        this.report(translateFailure(error));
        this.reconnectIn(Math.min(delayMs * 2, SLOWEST_RETRY_MS));
      });
    }, delayMs);
    this.retry.unref();
  }
}

/** PostgreSQL cuts longer names off in LISTEN but not in NOTIFY. */
function channelName(channel: string): string {
  if (Buffer.byteLength(channel) > 63) throw new Error(`a channel's name has at most 63 bytes: ${channel}`);
  return escapeIdentifier(channel);
}
