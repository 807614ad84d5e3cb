import { AsyncResource } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import { ChannelListeners, TransientError } from '@plinth/kernel';
import { Client, escapeIdentifier } from 'pg';
import { Connection } from '../connection';
import type { StatementNames } from '../statement-names';
import { columnTypes } from '../value-types';
import { FolderLock } from './folder-lock';
import { openInFolder, openInMemory, type EngineOptions } from './pglite-folder';
import { PgliteSocket } from './pglite-socket';
import { SerialQueue } from './serial-queue';
import { warn } from '../warn';

export interface PgliteOptions extends EngineOptions {
  /** The folder on disk; without it the data lives in memory, for tests. Survives the death of the process, not a power cut. */
  readonly folder?: string;
  /** Hears of listeners that threw and of a broken engine; default a process warning. */
  readonly report?: (error: unknown) => void;
}

/** Where a transaction starts from; owns nothing and may do nothing, so a failed BEGIN leaves no rights behind. */
const NOBODY = 'plinth_nobody';

/**
 * PostgreSQL in this process, shared by the databases of all services. Owns the folder's lock, the engine and its one session.
 * 1. The session belongs to one piece of work at a time, in order of arrival.
 * 2. Between two pieces of work it has no rights.
 */
export class PgliteEngine {
  private readonly queue = new SerialQueue();
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly lock: FolderLock | undefined,
    private readonly engine: PGlite,
    private readonly client: Client,
    private readonly listeners: ChannelListeners,
  ) {}

  /** Throws PermanentError(`data_dir_locked`) when another process, or this one, has the folder open. */
  static async open(options: PgliteOptions = {}): Promise<PgliteEngine> {
    const report = options.report ?? warn;
    const lock = options.folder === undefined ? undefined : FolderLock.take(options.folder);
    try {
      const engine =
        options.folder === undefined ? await openInMemory(options) : await openInFolder(options.folder, options);
      const socket = new PgliteSocket(engine);
      const client = new Client({
        stream: () => socket,
        user: 'postgres',
        database: 'postgres',
        pipeline: true,
        types: columnTypes,
      });
      const listeners = new ChannelListeners(report);
      client.on('error', report);
      client.on('notification', ({ channel, payload }) => {
        listeners.ring(channel, payload ?? '');
      });
      await client.connect();
      await client.query(START);
      return new PgliteEngine(lock, engine, client, listeners);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** Lends the session. */
  async withConnection<T>(
    names: Pick<StatementNames, 'nameOf'>,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    this.assertOpen();
    return this.queue.run(() => work(new Connection(this.client, names)));
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    const { first, remove } = this.listeners.add(channel, AsyncResource.bind(onPayload));
    try {
      if (first) await this.command(`LISTEN ${escapeIdentifier(channel)}`);
    } catch (error) {
      remove();
      throw error;
    }
    return async () => {
      if (remove() && this.closing === undefined) await this.command(`UNLISTEN ${escapeIdentifier(channel)}`);
    };
  }

  /** Waits for the work that is queued, then frees the folder. */
  async close(): Promise<void> {
    this.closing ??= this.queue.run(async () => {
      try {
        await this.client.end();
        await this.engine.close();
      } finally {
        this.lock?.release();
      }
    });
    return this.closing;
  }

  private async command(text: string): Promise<void> {
    this.assertOpen();
    await this.queue.run(() => this.client.query(text));
  }

  private assertOpen(): void {
    if (this.closing !== undefined) throw new TransientError('postgres_unavailable', 'the embedded database is closed');
  }
}

const START = `
DO $$ BEGIN CREATE ROLE ${NOBODY} NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
CREATE EXTENSION IF NOT EXISTS vector;
SET ROLE ${NOBODY};
`;
