import type { Gateway, Reply } from './two-gateways.stage';

export interface Answered extends Reply {
  readonly replica: number;
  readonly user: string;
  readonly segment: string;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

export interface Load {
  /** In all, over both replicas in turn. */
  readonly perSecond: number;
  /** Which user calls, and of which segment, by the number of the call. */
  readonly who: (nth: number) => readonly [user: string, segment: string];
}

/** More than so many calls wait for no answer at a time: what is beyond is not sent, and missing in the pace. */
const OPEN_AT_ONCE = 16;

/** Calls at a pace of its own. */
export class Traffic {
  readonly answered: Answered[] = [];
  private readonly open = new Set<Promise<void>>();
  private due = 0;
  private sent = 0;
  private running = true;
  private readonly beganMs = performance.now();
  private readonly done: Promise<void>;

  constructor(
    private readonly gateways: readonly Gateway[],
    private readonly load: Load,
  ) {
    this.done = this.run();
  }

  /** Calls a second that were answered so far. */
  get pace(): number {
    return Math.round(this.answered.length / ((performance.now() - this.beganMs) / 1_000));
  }

  /** Sends no more, and waits for the answers. */
  async stop(): Promise<readonly Answered[]> {
    this.running = false;
    await this.done;
    await Promise.all(this.open);
    return this.answered;
  }

  private async run(): Promise<void> {
    while (this.running) {
      const due = Math.floor(((performance.now() - this.beganMs) / 1_000) * this.load.perSecond);
      for (; this.due < due; this.due += 1) if (this.open.size < OPEN_AT_ONCE) this.send();
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  }

  private send(): void {
    this.sent += 1;
    const replica = this.sent % this.gateways.length;
    const [user, segment] = this.load.who(this.sent);
    const sentAtMs = Date.now();
    const gateway = this.gateways[replica];
    if (!gateway) throw new Error('there are no gateways');
    const call = gateway.call(user, segment).then((reply) => {
      this.answered.push({ ...reply, replica, user, segment, sentAtMs, answeredAtMs: Date.now() });
    });
    this.open.add(call);
    void call.finally(() => this.open.delete(call));
  }
}

/** So many calls, one after another, over all replicas in turn. */
export async function callsInTurn(gateways: readonly Gateway[], count: number, who: Load['who']): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (let nth = 1; nth <= count; nth += 1) {
    const replica = nth % gateways.length;
    const [user, segment] = who(nth);
    const sentAtMs = Date.now();
    const reply = await gateways[replica]?.call(user, segment);
    if (reply) answered.push({ ...reply, replica, user, segment, sentAtMs, answeredAtMs: Date.now() });
  }
  return answered;
}
