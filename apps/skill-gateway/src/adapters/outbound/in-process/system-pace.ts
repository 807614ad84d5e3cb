import { setTimeout as sleep } from 'node:timers/promises';
import { Pace } from '../../../ports/pace';

/** Real time and chance. A sleep never keeps the process alive. */
export class SystemPace extends Pace {
  elapsedMs(): number {
    return performance.now();
  }

  async sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false });
  }

  random(): number {
    return Math.random();
  }
}
