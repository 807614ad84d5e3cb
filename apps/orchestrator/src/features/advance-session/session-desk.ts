import { PermanentError, TransientError } from '@plinth/kernel';
import { runWithContext } from '@plinth/telemetry';
import type { Knowledge } from '../../domain/planner/plan-turn';
import { decide, type Budgets, type Command } from '../../domain/next/decide';
import { fold } from '../../domain/session/evolve';
import { awaits, emptySession, type Session, type SessionKey } from '../../domain/session/session';
import { isFinal, type FinalEvent, type NewEvent } from '../../domain/session/session-event';
import { settle, type Settled } from '../../domain/next/settle';
import { timersOf, wakeAt } from '../../domain/next/timers';
import type { AlarmClock } from '../../ports/alarm-clock';
import type { CommandSender } from '../../ports/command-sender';
import type { FlowLibrary } from '../../ports/flow-library';
import type { SessionJournal } from '../../ports/session-journal';
import { FoldCache, laneOf } from './fold-cache';
import { headOf } from './session-head';
import { SessionLanes } from './session-lanes';
import { unsendable } from './unsendable';

/** What a use case wants of a session as it sees it. */
interface Change {
  /** Nothing: no event, only what `resend` asks for. The first event's id makes the change happen once (T2). */
  readonly happened: readonly NewEvent[];
  /** Also send again what the session waits for (T3). */
  readonly resend?: boolean;
  readonly redactEarlier?: boolean;
}

/**
 * Decides on a session; undefined: nothing to do, as far as this fold shows. `fresh`: the fold was read from the journal just now;
 * otherwise an undefined answer is asked for again on a fresh one.
 */
export type Decision = (session: Session, now: number, fresh: boolean) => Change | undefined;

interface Advanced {
  readonly outcome: 'appended' | 'duplicate' | 'unchanged';
  /** After the change. */
  readonly session: Session;
  readonly redacted: number;
}

export interface DeskSettings {
  readonly budgets: Budgets;
  /** How long a command may stay unanswered before it is sent again. */
  readonly resendMs: number;
  readonly hasModel: boolean;
  readonly cachedSessions: number;
}

/** Appends lost in a row to others before the delivery is tried again later. */
const MAX_TRIES = 8;

interface DeskPorts {
  readonly journal: SessionJournal;
  readonly flows: FlowLibrary;
  readonly sender: CommandSender;
  readonly alarms: AlarmClock;
  readonly clock: { now(): number };
  /** Told of every turn that ended here, after its event is durable. */
  readonly onEnded: (key: SessionKey, event: FinalEvent) => void;
}

/**
 * The one place where sessions change. Owns the cached folds and the lanes.
 * 1. Events are durable before any command that follows from them is sent (T2).
 * 2. A conflict is decided again on the reloaded session; nothing of a lost decision leaves this process.
 * 3. Whatever is sent has an id that deciding again would give again (T3).
 */
export class SessionDesk {
  private readonly folds: FoldCache;
  private readonly lanes = new SessionLanes();

  constructor(
    private readonly ports: DeskPorts,
    private readonly settings: DeskSettings,
  ) {
    this.folds = new FoldCache(settings.cachedSessions);
  }

  /**
   * Changes a session and sends what it then waits for. `turn`: the turn whose trace is active; commands of other turns go out under the
   * trace that brought them. Throws TransientError when the journal or the bus cannot be reached, or others keep winning.
   */
  async advance(key: SessionKey, decision: Decision, turn?: string): Promise<Advanced> {
    const { advanced, sending } = await this.begin(key, decision, turn);
    await sending;
    return advanced;
  }

  /** The same, but the commands are only on their way: `sending` rejects when the bus cannot be reached, and the sweeper then sends them. */
  begin(
    key: SessionKey,
    decision: Decision,
    turn?: string,
  ): Promise<{ readonly advanced: Advanced; readonly sending: Promise<void> }> {
    return this.lanes.run(laneOf(key), () => this.change(key, decision, turn));
  }

  /** The session as the journal has it now. */
  read(key: SessionKey): Promise<Session> {
    return this.lanes.run(laneOf(key), () => this.reload(key, this.folds.get(key)));
  }

  private async change(key: SessionKey, decision: Decision, turn: string | undefined) {
    // A session that is not cached is taken for a new one: if it is not, the append conflicts and it is read.
    let session = this.folds.get(key) ?? emptySession(key);
    let fresh = false;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const now = this.ports.clock.now();
      const change = decision(session, now, fresh);
      if (change && change.happened.length === 0)
        return this.done('unchanged', session, change.resend ? this.awaited(session) : [], turn);
      if (change) {
        const settled = settle(session, change.happened, await this.knowledge(session), now);
        const appended = await this.append(session, settled, change);
        if (appended.outcome === 'appended') return this.appended(session, settled, appended.redacted, turn);
        session = await this.reload(key, session);
        // Decided anew on what the journal has: only what is a duplicate even then changes nothing more.
        if (appended.outcome === 'duplicate' && fresh) return this.done('duplicate', session, [], turn);
      } else if (fresh) return this.done('unchanged', session, [], turn);
      else session = await this.reload(key, session);
      fresh = true;
    }
    throw new TransientError('session_contended', 'other replicas keep changing this session');
  }

  private append(before: Session, settled: Settled, change: Change) {
    const { budgets, resendMs } = this.settings;
    return this.ports.journal.append({
      tenant: before.tenant,
      session: before.session,
      expectedSeq: before.seq,
      events: settled.events,
      head: headOf(settled.session, wakeAt(settled.session, budgets, resendMs)),
      ...(change.redactEarlier && { redactEarlier: true }),
    });
  }

  private appended(before: Session, { session, events }: Settled, redacted: number, turn: string | undefined) {
    this.folds.set(session);
    const { alarms, onEnded } = this.ports;
    const times = timersOf(session, this.settings.budgets).map((timer) => timer.dueAt);
    alarms.set(session, times.length === 0 ? undefined : Math.min(...times));
    const fresh = this.awaited(session).filter((command) => !awaits(before, command.id));
    const result = this.done('appended', session, fresh, turn, redacted);
    for (const event of events) if (isFinal(event)) onEnded(session, event);
    return result;
  }

  private done(
    outcome: Advanced['outcome'],
    session: Session,
    commands: readonly Command[],
    turn: string | undefined,
    redacted = 0,
  ) {
    const sending = this.send(session, commands, turn);
    // Awaited by the caller once the lane is free; a failure before that is no unhandled one.
    sending.catch(() => undefined);
    return { advanced: { outcome, session, redacted }, sending };
  }

  private awaited(session: Session): readonly Command[] {
    return decide(session, this.settings.budgets);
  }

  private async send(key: SessionKey, commands: readonly Command[], turn: string | undefined): Promise<void> {
    const now = this.ports.clock.now();
    const sends = commands.map((command) => {
      const send = () => this.sendOne(key, command, now);
      return command.trace === undefined || command.turn === turn
        ? send()
        : runWithContext({ traceparent: command.trace }, send);
    });
    await Promise.all(sends);
  }

  /** A command that no bus will ever take, being too long for one, is answered here as failed: its session does not wait in vain. */
  private async sendOne(key: SessionKey, command: Command, now: number): Promise<void> {
    try {
      await this.ports.sender.send(key, [command], now);
    } catch (error) {
      if (!(error instanceof PermanentError)) throw error;
      await this.advance(
        key,
        (session, at) => (awaits(session, command.id) ? { happened: [unsendable(command, error, at)] } : undefined),
        command.turn,
      );
    }
  }

  private async reload(key: SessionKey, known: Session | undefined): Promise<Session> {
    const start = known ?? emptySession(key);
    const session = fold(start, await this.ports.journal.read(key, start.seq));
    this.folds.set(session);
    return session;
  }

  private async knowledge(session: Session): Promise<Knowledge> {
    const { flows } = this.ports;
    const hash = session.flow?.hash;
    if (hash !== undefined && !flows.byHash(hash)) await flows.fetch(hash);
    return { flows: flows.current(), flowByHash: (wanted) => flows.byHash(wanted), hasModel: this.settings.hasModel };
  }
}
