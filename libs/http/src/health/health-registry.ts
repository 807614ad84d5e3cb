import { setMaxListeners } from 'node:events';
import { Global, Injectable, Module } from '@nestjs/common';
import { errorTypeOf } from '@plinth/telemetry';

export interface HealthCheck {
  readonly name: string;
  /** True if only a restart can mend its failure: it then counts for liveness, too. */
  readonly liveness?: boolean;
  /** Rejects when the thing cannot do its work. It gets a second, and never runs twice at once. */
  check(): Promise<void>;
}

export interface FailingCheck {
  readonly name: string;
  /** Code or class of the error; `timeout` when it took too long. */
  readonly reason: string;
}

const BOUND_MS = 1_000;

/**
 * What adapters say about themselves. Owns the list of checks and the running ones.
 * H1 All checks of one question run at once, each bounded: an answer takes a second at most.
 * H2 A check that hangs is waited for again and not started again, so that probes pile up nothing.
 * H3 A process that was told to stop is never ready again.
 */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Set<HealthCheck>();
  private readonly running = new Map<HealthCheck, Promise<void>>();
  private readonly drain = new AbortController();
  private stopping = false;

  constructor() {
    setMaxListeners(0, this.drain.signal);
  }

  /** Returns what takes the check out again. */
  register(check: HealthCheck): () => void {
    this.checks.add(check);
    return () => void this.checks.delete(check);
  }

  /** Whether the process was told to stop; it may serve for a while yet. */
  get isStopping(): boolean {
    return this.stopping;
  }

  /** Aborted when nothing new is accepted any more: whoever waits for long answers now, with what there is. */
  get draining(): AbortSignal {
    return this.drain.signal;
  }

  startStopping(): void {
    this.stopping = true;
  }

  startDraining(): void {
    this.startStopping();
    this.drain.abort();
  }

  /** What keeps the process from being ready; empty when it is. */
  async readiness(): Promise<readonly FailingCheck[]> {
    if (this.stopping) return [{ name: 'process', reason: 'stopping' }];
    return this.failing([...this.checks]);
  }

  /** What only a restart can mend; empty when the process lives. */
  async liveness(): Promise<readonly FailingCheck[]> {
    return this.failing([...this.checks].filter((check) => check.liveness));
  }

  private async failing(checks: readonly HealthCheck[]): Promise<readonly FailingCheck[]> {
    const results = await Promise.all(checks.map((check) => this.run(check)));
    return results.filter((result) => result !== undefined);
  }

  private async run(check: HealthCheck): Promise<FailingCheck | undefined> {
    const bound = Promise.withResolvers<'timeout'>();
    const timer = setTimeout(() => bound.resolve('timeout'), BOUND_MS);
    try {
      const first = await Promise.race([this.once(check), bound.promise]);
      return first === 'timeout' ? { name: check.name, reason: first } : undefined;
    } catch (error) {
      return { name: check.name, reason: errorTypeOf(error) };
    } finally {
      clearTimeout(timer);
    }
  }

  private once(check: HealthCheck): Promise<void> {
    const running = this.running.get(check);
    if (running) return running;
    const started = Promise.resolve()
      .then(() => check.check())
      .finally(() => this.running.delete(check));
    this.running.set(check, started);
    return started;
  }
}

/** One registry per process, however many services are in it. */
@Global()
@Module({ providers: [HealthRegistry], exports: [HealthRegistry] })
export class HealthModule {}
