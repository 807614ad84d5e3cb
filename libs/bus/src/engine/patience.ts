import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { PermanentError } from '@plinth/kernel';
import { backoffMs, type RetryPolicy } from './retry-policy';

/** Thrown where the engine waits when it is told to stop; the record stays unfinished and is delivered again. */
export class EngineStopped extends Error {
  constructor() {
    super('the delivery engine has stopped');
    this.name = 'EngineStopped';
  }
}

/** Waiting between repetitions, until the engine stops. */
export class Patience {
  private readonly controller = new AbortController();

  constructor(
    private readonly policy: RetryPolicy,
    private readonly random: () => number,
  ) {
    setMaxListeners(0, this.controller.signal);
  }

  /** Aborted by `stop`. */
  get stopping(): AbortSignal {
    return this.controller.signal;
  }

  /** Ends every pause; each then throws EngineStopped. */
  stop(): void {
    this.controller.abort();
  }

  check(): void {
    if (this.stopping.aborted) throw new EngineStopped();
  }

  /** Waits before the n-th repetition, counted from 0. Throws EngineStopped. */
  async pause(repetition: number): Promise<void> {
    this.check();
    try {
      await sleep(backoffMs(this.policy, repetition, this.random), undefined, { signal: this.stopping, ref: false });
    } catch {
      throw new EngineStopped();
    }
  }

  /**
   * Repeats `work` until it succeeds: for what must not be given up while a store or the broker is away.
   * Throws EngineStopped, and what `hopeless` names as beyond mending.
   */
  async insist<T>(
    work: () => Promise<T>,
    onFailure: (error: unknown) => void,
    hopeless: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    for (let repetition = 0; ; repetition += 1) {
      this.check();
      try {
        return await work();
      } catch (error) {
        if (hopeless(error)) throw error;
        onFailure(error);
      }
      await this.pause(repetition);
    }
  }
}

export const isPermanent = (error: unknown): boolean => error instanceof PermanentError;
