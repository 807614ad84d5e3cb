import { messageId } from '@plinth/kernel';
import { InMemorySessionJournal } from '../../adapters/outbound/in-process/in-memory-session-journal';
import { answerTo, BUDGETS, KNOWLEDGE, type Mood } from '../../domain/next/scripted-mesh.stage';
import type { Command } from '../../domain/next/decide';
import type { SessionKey } from '../../domain/session/session';
import type { FinalEvent } from '../../domain/session/session-event';
import { AlarmClock } from '../../ports/alarm-clock';
import type { CommandSender } from '../../ports/command-sender';
import type { SessionJournal } from '../../ports/session-journal';
import { deriveId, FixedClock, PermanentError, TransientError } from '@plinth/kernel';
import { ReceiveReply, type ReplyEnvelope } from './receive-reply';
import { SessionDesk, type DeskSettings } from './session-desk';

/** Alarms that ring only when told; for tests. */
class SilentAlarms extends AlarmClock {
  readonly set_ = new Map<string, number>();
  set(key: SessionKey, atMs: number | undefined): void {
    if (atMs === undefined) this.set_.delete(key.session);
    else this.set_.set(key.session, atMs);
  }
  onRing(): void {
    // nobody rings
  }
}

interface Sent {
  readonly key: SessionKey;
  readonly command: Command;
}

/** Replicas of the orchestrator over one journal, with services that answer as scripted; for tests. */
export class DeskStage {
  /** The store's, and unless told otherwise every replica's. */
  readonly clock = new FixedClock(1_700_000_000_000);
  readonly ended: FinalEvent[] = [];
  /** Sent and not yet delivered. */
  readonly wire: Sent[] = [];
  readonly sentIds: string[] = [];
  /** Logged at level error by whoever takes replies. */
  readonly errors: unknown[] = [];
  /** Thrown by the next sends: before the message is on the wire, or after. */
  faults: ('before' | 'after' | 'too_large' | 'none')[] = [];
  readonly alarms = new SilentAlarms();

  readonly journal: SessionJournal;

  constructor(
    journal?: SessionJournal,
    private readonly settings: Partial<DeskSettings> = {},
  ) {
    this.journal = journal ?? new InMemorySessionJournal(this.clock);
  }

  replica(
    onEnded: (key: SessionKey, event: FinalEvent) => unknown = () => undefined,
    clock: { now(): number } = this.clock,
  ): {
    desk: SessionDesk;
    replies: ReceiveReply;
  } {
    const settings = { budgets: BUDGETS, resendMs: 5_000, hasModel: false, cachedSessions: 100, ...this.settings };
    const flows = { current: () => KNOWLEDGE.flows, byHash: KNOWLEDGE.flowByHash, fetch: async () => undefined };
    const desk = new SessionDesk(
      {
        journal: this.journal,
        flows,
        sender: this.sender(),
        alarms: this.alarms,
        clock,
        onEnded: (key, event) => {
          this.ended.push(event);
          onEnded(key, event);
        },
      },
      settings,
    );
    return { desk, replies: new ReceiveReply(desk, { error: (...line: unknown[]) => void this.errors.push(line) }) };
  }

  protected onSend(): void {
    // for stages that look at the circumstances of a send
  }

  private sender(): CommandSender {
    return {
      send: async (key, commands) => {
        this.onSend();
        const fault = this.faults.shift() ?? 'none';
        if (fault === 'too_large') throw new PermanentError('message_too_large', 'no message holds it');
        if (fault === 'before') throw new TransientError('bus_unavailable', 'the worker died before it sent');
        this.wire.push(...commands.map((command) => ({ key, command })));
        this.sentIds.push(...commands.map(({ id }) => id));
        if (fault === 'after') throw new TransientError('bus_unavailable', 'the worker died after it sent');
      },
    };
  }

  /** Delivers the reply to a command, as its service would. */
  async deliver(
    { desk: _desk, replies }: ReturnType<DeskStage['replica']>,
    { key, command }: Sent,
    mood: Mood = 'well',
  ): Promise<void> {
    const { type, data } = answerTo(command, mood);
    const envelope: ReplyEnvelope = {
      type,
      id: messageId(deriveId(command.id, type, 0)),
      source: 'memory',
      tenant: key.tenant,
      session: key.session,
      causation: messageId(command.id),
      ...(command.turn && { turn: command.turn }),
    };
    await replies.run(envelope, data);
  }

  /** Delivers everything that is sent until nothing is. */
  async settle(replica: ReturnType<DeskStage['replica']>, moods: Partial<Record<string, Mood>> = {}): Promise<void> {
    for (let sent = this.wire.shift(); sent; sent = this.wire.shift())
      await this.deliver(replica, sent, moods[sent.command.definition.type] ?? 'well');
  }
}
