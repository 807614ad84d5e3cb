import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { HealthRegistry } from './health/health-registry';
import type { Authenticator } from './identity/authenticator';
import type { EdgeAdmission } from './overload/edge-admission';
import { listenFailure } from './port';

const IDLE_SWEEP_MS = 50;

export interface SharedByDoors {
  readonly health: HealthRegistry;
  readonly authenticator: Authenticator;
  readonly admission: EdgeAdmission;
}

/**
 * A running edge. Owns the listening socket.
 * A1 `close` stops accepting and lets open requests end, for `drainTimeoutMs` at most; only then are the modules of the
 *    application destroyed, so that an open request never meets a closed store.
 * A2 `close` may be called any number of times; all calls wait for the same end.
 * A3 For `drainDelayMs` before that, readiness fails while requests are served as ever: whoever routes by readiness finds
 *    out before the door is shut.
 */
export class HttpApp {
  private closing: Promise<void> | undefined;
  private readonly otherDoors: (() => Promise<void>)[] = [];

  constructor(
    readonly app: NestExpressApplication,
    /** What another door to the same application shares with this one. */
    readonly shared: SharedByDoors,
    private readonly config: {
      readonly host: string;
      readonly drainDelayMs: number;
      readonly drainTimeoutMs: number;
    },
    private readonly afterwards: () => void,
  ) {}

  get health(): HealthRegistry {
    return this.shared.health;
  }

  /**
   * Returns the base URL. Port 0 takes a free one. Throws what the application throws at its start, and PermanentError
   * `port_unavailable` when it cannot listen.
   */
  async listen(port: number): Promise<string> {
    await this.app.init();
    const { host } = this.config;
    await this.app.listen(port, host).catch((error: NodeJS.ErrnoException) => {
      throw listenFailure(error, host, port);
    });
    const { port: actual } = this.server.address() as AddressInfo;
    return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
  }

  /** For another door to the same application: drained while this one drains, before modules are destroyed. */
  alsoDrain(drain: () => Promise<void>): void {
    this.otherDoors.push(drain);
  }

  close(): Promise<void> {
    return (this.closing ??= this.drainAndClose());
  }

  private async drainAndClose(): Promise<void> {
    this.health.startStopping();
    if (this.server.listening) await sleep(this.config.drainDelayMs);
    this.health.startDraining();
    await Promise.all([this.server.listening ? this.drain() : undefined, ...this.otherDoors.map((drain) => drain())]);
    await this.app.close();
    this.afterwards();
  }

  private async drain(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    const sweep = setInterval(() => this.server.closeIdleConnections(), IDLE_SWEEP_MS);
    const cut = setTimeout(() => this.server.closeAllConnections(), this.config.drainTimeoutMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }

  private get server(): Server {
    return this.app.getHttpServer();
  }
}
