import { setImmediate as restOfTheLoop } from 'node:timers/promises';

/**
 * Runs one piece of work after another, in order of arrival; a failure concerns its own caller alone. The engine works in this very thread:
 * between two works sockets and timers are served, or a full queue would be all that the process does.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    const rest = () => restOfTheLoop();
    this.last = turn.then(rest, rest);
    return turn;
  }
}
