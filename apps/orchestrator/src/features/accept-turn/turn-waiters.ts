import { Repeating } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { FinalEvent } from '../../domain/session/session-event';
import type { SessionJournal, TurnKey } from '../../ports/session-journal';
import type { TurnBell } from '../../ports/turn-bell';

export const POLL_MS = 1_000;

interface Waiting extends TurnKey {
  readonly resolvers: Set<(event: FinalEvent) => void>;
}

/**
 * Everybody here who waits for a turn to end. Owns the waiting and the poll.
 * 1. A waiter registers before its turn can end, or reads the journal after registering (T6).
 * 2. Whoever is rung gets the event itself when the turn ended in this process, and otherwise the journal's.
 * 3. A lost ring costs at most one poll: each second one look-up for all who wait.
 */
export class TurnWaiters {
  private readonly waiting = new Map<string, Waiting>();
  private readonly polling: Repeating;
  private unlisten: (() => Promise<void>) | undefined;

  constructor(
    private readonly journal: SessionJournal,
    private readonly bell: TurnBell,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    this.polling = new Repeating(
      () => this.poll(),
      POLL_MS,
      (error) => this.noteAway(error),
    );
  }

  async start(): Promise<void> {
    this.unlisten = await this.bell.listen((turn) => this.hear(turn));
    this.polling.start();
  }

  async stop(): Promise<void> {
    await this.polling.stop();
    await this.unlisten?.();
  }

  /** Whether somebody here waits for the turn. */
  has(turn: TurnKey): boolean {
    return this.waiting.has(keyOf(turn));
  }

  /** Registers at once; `final` resolves when the turn ends and never rejects. `leave` when nobody waits any more. */
  wait(turn: TurnKey): { readonly final: Promise<FinalEvent>; readonly leave: () => void } {
    const key = keyOf(turn);
    const entry = this.waiting.get(key) ?? { ...turn, resolvers: new Set() };
    this.waiting.set(key, entry);
    const { promise, resolve } = Promise.withResolvers<FinalEvent>();
    entry.resolvers.add(resolve);
    const leave = () => {
      entry.resolvers.delete(resolve);
      if (entry.resolvers.size === 0 && this.waiting.get(key) === entry) this.waiting.delete(key);
    };
    return { final: promise, leave };
  }

  /** A turn has ended in this process: whoever waits here has it; if nobody does, the others are told. */
  ended(turn: TurnKey, event: FinalEvent): void {
    if (!this.resolve(turn, event)) this.bell.announce(turn);
  }

  /** One look at the journal for all who wait; throws TransientError when it is away. */
  async poll(): Promise<void> {
    if (this.waiting.size > 0) await this.look([...this.waiting.values()]);
  }

  private hear(turn: TurnKey): void {
    if (this.waiting.has(keyOf(turn))) this.look([turn]).catch((error: unknown) => this.noteAway(error));
  }

  private async look(turns: readonly TurnKey[]): Promise<void> {
    for (const { event, ...turn } of await this.journal.finals(turns)) this.resolve(turn, event);
  }

  private noteAway(error: unknown): void {
    this.log.warn({ err: error }, 'the journal could not be asked for turns that ended');
  }

  private resolve(turn: TurnKey, event: FinalEvent): boolean {
    const entry = this.waiting.get(keyOf(turn));
    if (!entry) return false;
    this.waiting.delete(keyOf(turn));
    for (const resolve of entry.resolvers) resolve(event);
    return true;
  }
}

const keyOf = ({ tenant, turn }: TurnKey): string => `${tenant}\u0000${turn}`;
