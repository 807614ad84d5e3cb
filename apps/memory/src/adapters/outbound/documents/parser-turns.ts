import { parseInThread, type ParserAnswer, type ParserTask } from './parser-thread';

export interface ParserBounds {
  /** Threads at once; each may take a processor and its heap for as long as the policy lets it. */
  readonly atOnce: number;
  /** Documents that wait for one; whatever comes beyond them is refused. */
  readonly waiting: number;
}

/** Parses documents a few at a time, in the order of their coming, so that no number of hostile ones takes the machine from everybody else. */
export class ParserTurns {
  private underWay = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly bounds: ParserBounds = { atOnce: 2, waiting: 16 },
    private readonly parseOne: (task: ParserTask, timeoutMs: number) => Promise<ParserAnswer> = parseInThread,
  ) {}

  async parse(task: ParserTask, timeoutMs: number): Promise<ParserAnswer> {
    if (this.underWay < this.bounds.atOnce) this.underWay++;
    else if (this.queue.length >= this.bounds.waiting) return { fault: 'busy' };
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await this.parseOne(task, timeoutMs);
    } finally {
      const next = this.queue.shift();
      // Its turn passes on to the next, if one waits.
      if (next) next();
      else this.underWay--;
    }
  }
}
