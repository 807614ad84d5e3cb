import type { UserReference } from '@plinth/contracts';
import {
  deriveId,
  isRefusal,
  refuse,
  type JsonObject,
  type Refusal,
  type RequestId,
  type TurnId,
} from '@plinth/kernel';
import { injectContext, type Logger } from '@plinth/telemetry';
import { localeOfText } from '../../domain/planner/locale';
import { belongsTo } from '../../domain/session/asker';
import { newEvent } from '../../domain/session/new-event';
import type { Session, SessionKey } from '../../domain/session/session';
import type { FinalEvent, NewEvent } from '../../domain/session/session-event';
import { bodyHashOf, turnIdOf } from '../../domain/turn/turn-identity';
import { viewOfFinal, viewOfTurn, type TurnView } from '../../domain/turn/turn-view';
import type { SessionJournal } from '../../ports/session-journal';
import type { SessionDesk } from '../advance-session/session-desk';
import type { Admission } from './admission';
import { SessionSlots, type Share } from './session-slots';
import { countRefused } from './turn-metrics';
import type { TurnWaiters } from './turn-waiters';

export interface TurnRequest extends SessionKey {
  readonly user: UserReference;
  readonly text: string;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly attributes?: JsonObject;
  readonly idempotencyKey?: string;
  readonly request: RequestId;
  /** Answer as soon as the turn is accepted. */
  readonly respondAsync?: boolean;
}

export interface AcceptSettings {
  /** How long a client waits before it is told `running`. */
  readonly waitMs: number;
  readonly sessionQueue: number;
  readonly defaultTimeZone: string;
}

interface AcceptPorts {
  readonly desk: SessionDesk;
  readonly journal: SessionJournal;
  readonly waiters: TurnWaiters;
  readonly admission: Admission;
  readonly ids: { next(): string };
  readonly log: Pick<Logger, 'warn'>;
}

/** A turn that runs, as who brought it sees it. */
interface Running {
  readonly final: Promise<FinalEvent>;
  /** When its client waits no more. */
  readonly leave: () => void;
  readonly first: boolean;
}

/** The edge of a turn: journal, decide, send, wait. Once journaled a turn goes on, whoever is still there to hear of it. */
export class AcceptTurn {
  private readonly slots: SessionSlots;
  /** Turns that hold a share until they end; no more than their sessions' queues take. */
  private readonly holding = new Set<string>();

  constructor(
    private readonly ports: AcceptPorts,
    private readonly settings: AcceptSettings,
  ) {
    this.slots = new SessionSlots(ports.admission);
  }

  /**
   * The ended turn; `running` past the wait or once `hurry` is aborted. The same key again waits for the same turn; with
   * another body it is refused (T8). A session holds one slot until its turns have ended, whoever waits for them, or until
   * `hurry` is aborted. Who waits beside the session's first holds none: too many of them are told `running`, and a repeat is refused.
   */
  async run(request: TurnRequest, hurry?: AbortSignal): Promise<TurnView | Refusal> {
    const turn = turnIdOf(request, request.user, request.idempotencyKey ?? this.ports.ids.next());
    if (!this.ports.waiters.has({ tenant: request.tenant, turn })) return this.bring(request, turn, hurry, false);
    const place = this.ports.admission.enterAside();
    if (isRefusal(place)) return this.refuse(place);
    return this.bring(request, turn, hurry, true).finally(() => place.leave());
  }

  private async bring(
    request: TurnRequest,
    turn: TurnId,
    hurry: AbortSignal | undefined,
    seated: boolean,
  ): Promise<TurnView | Refusal> {
    const begun = await this.slots.enter(request, (share) => this.begin(request, turn, share, hurry));
    if (isRefusal(begun)) return this.refuse(begun);
    if (!('final' in begun)) return begun;
    const running: TurnView = { turn_id: turn, request_id: request.request, status: 'running' };
    const place = seated || begun.first || request.respondAsync ? undefined : this.ports.admission.enterAside();
    if (request.respondAsync || isRefusal(place)) {
      begun.leave();
      return running;
    }
    const final = await within(begun.final, hurry, this.settings.waitMs);
    begun.leave();
    place?.leave();
    return final ? viewOfFinal(turn, final) : running;
  }

  /** The share is held until the turn ends, by the first here that found it running; the others only wait. */
  private async begin(
    request: TurnRequest,
    turn: TurnId,
    share: Share,
    hurry: AbortSignal | undefined,
  ): Promise<Running | TurnView | Refusal> {
    const { first } = share;
    const { final, leave } = this.ports.waiters.wait({ tenant: request.tenant, turn });
    const over = () => {
      leave();
      share.leave();
    };
    const told = await this.accept(request, turn).catch((error: unknown) => {
      over();
      throw error;
    });
    if (told) {
      over();
      return told;
    }
    const name = `${request.tenant}\u0000${turn}`;
    if (this.holding.has(name)) {
      share.leave();
      return { final, leave, first };
    }
    this.holding.add(name);
    void within(final, hurry).then(() => {
      this.holding.delete(name);
      over();
    });
    return { final, leave: () => undefined, first };
  }

  private refuse(refusal: Refusal): Refusal {
    countRefused(refusal.error.code);
    return refusal;
  }

  /** Undefined: the turn is journaled and has not ended. Otherwise what the client is told at once. */
  private async accept(request: TurnRequest, turn: TurnId): Promise<TurnView | Refusal | undefined> {
    const { desk, log } = this.ports;
    const bodyHash = bodyHashOf(bodyOf(request));
    const { traceparent } = injectContext();
    let refused: Refusal | undefined;
    const { advanced, sending } = await desk.begin(
      request,
      (session, now, fresh) => {
        if (isWaiting(session, turn)) return { happened: [], resend: fresh };
        refused = this.refusalOf(session, request);
        return refused
          ? undefined
          : {
              happened: [
                requestedEvent(request, turn, bodyHash, now, traceparent, this.settings.defaultTimeZone, session),
              ],
            };
      },
      turn,
    );
    sending.catch((error: unknown) =>
      log.warn({ err: error, turn_id: turn }, 'a turn was journaled but not sent; the sweeper sends it'),
    );
    return advanced.outcome === 'appended' ? undefined : this.known(request, turn, bodyHash, refused);
  }

  /** A turn that the journal has: its end if it has ended, a refusal if the key came with another body, otherwise the wait goes on. */
  private async known(
    request: TurnRequest,
    turn: TurnId,
    bodyHash: string,
    refused: Refusal | undefined,
  ): Promise<TurnView | Refusal | undefined> {
    if (refused && request.idempotencyKey === undefined) return refused;
    const journaled = await this.ports.journal.readTurn({ tenant: request.tenant, turn });
    if (!journaled) return refused;
    for (const event of journaled.events) {
      if (event.type === 'turn.requested.v1' && event.texts && event.texts.body_hash !== bodyHash) {
        return refuse('conflict', 'idempotency_key_reused', 'This Idempotency-Key was used with another body.', {
          field: 'Idempotency-Key',
          rule: 'same_body',
        });
      }
    }
    const view = viewOfTurn(turn, journaled.events);
    return view.status === 'running' ? undefined : view;
  }

  private refusalOf(session: Session, request: TurnRequest): Refusal | undefined {
    if (session.user && !belongsTo(session.user, request.user))
      return refuse('not_found', 'session_not_found', 'There is no such session.');
    if (session.status !== 'open') return refuse('gone', 'session_ended', 'This session has ended; begin another one.');
    if (session.queue.length >= this.settings.sessionQueue) {
      return refuse(
        'overloaded',
        'session_queue_full',
        'Too many turns of this session are waiting; let some of them end first.',
      );
    }
    return undefined;
  }
}

/** A repeated key of a turn that runs. If this process had not seen it, nobody may have sent what follows: then it is sent again. */
function isWaiting({ active, queue }: Session, turn: TurnId): boolean {
  return active?.input.turn === turn || queue.some((queued) => queued.turn === turn);
}

function bodyOf({ session, user, text, locale, timeZone, attributes }: TurnRequest) {
  return { session, user, text, locale, timeZone, attributes };
}

function requestedEvent(
  request: TurnRequest,
  turn: TurnId,
  bodyHash: string,
  at: number,
  traceparent: string | undefined,
  timeZone: string,
  { released }: Session,
): NewEvent<'turn.requested.v1'> {
  const { user, text, attributes } = request;
  return newEvent('turn.requested.v1', {
    id: deriveId(turn, 'turn.requested.v1'),
    at,
    about: { turn, request: request.request },
    trace: traceparent,
    data: { locale: request.locale ?? localeOfText(text, released?.reply), time_zone: request.timeZone ?? timeZone },
    texts: { user, text, body_hash: bodyHash, ...(attributes && { attributes }) },
  });
}

/** Undefined once there is a hurry or, if a wait is given, once it is over. */
async function within(
  final: Promise<FinalEvent>,
  hurry: AbortSignal | undefined,
  waitMs?: number,
): Promise<FinalEvent | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const over = () => resolve(undefined);
  const timer = waitMs === undefined ? undefined : setTimeout(over, waitMs).unref();
  if (hurry?.aborted) over();
  hurry?.addEventListener('abort', over);
  return Promise.race([final, promise]).finally(() => {
    clearTimeout(timer);
    hurry?.removeEventListener('abort', over);
  });
}
