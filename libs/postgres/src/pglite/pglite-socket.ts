import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

type Written = { readonly chunk: Buffer };

/**
 * PGlite as the socket of the ordinary driver, so that types, errors, prepared statements and pipelining are the same as with a server.
 * Owns the engine's only session: nothing else may talk to the engine while this lives.
 * 1. What one tick writes is run as one call; each write holds whole protocol messages.
 * 2. The engine runs in a turn of the event loop of its own, so that input and timers are served between two calls.
 */
export class PgliteSocket extends Duplex {
  private written: Buffer[] = [];
  private scheduled = false;

  constructor(private readonly engine: PGlite) {
    super();
  }

  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.schedule([chunk]);
    done();
  }

  override _writev(chunks: readonly Written[], done: () => void): void {
    this.schedule(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  private schedule(chunks: readonly Buffer[]): void {
    this.written.push(...chunks);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.run();
    });
  }

  private run(): void {
    this.scheduled = false;
    const messages = Buffer.concat(this.written);
    this.written = [];
    if (this.destroyed) return;
    const answers: Buffer[] = [];
    // It has run when it returns. Other calls keep what they parsed, and so memory, until the next one of their kind.
    const ran = this.engine.execProtocolRawStream(messages, {
      syncToFs: false,
      onRawData: (bytes) => answers.push(Buffer.from(bytes)),
    });
    ran.catch((error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))));
    if (answers.length > 0) this.push(Buffer.concat(answers));
  }
}
