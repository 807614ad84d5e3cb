import { Pace } from '../../../ports/pace';

/** Real time and chance. A sleep never keeps the process alive. */
export class SystemPace extends Pace {
  elapsedMs(): number {
    return performance.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      signal?.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }

  random(): number {
    return Math.random();
  }
}
