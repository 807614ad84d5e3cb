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
import type { SessionJournal, TurnKey } from '../../ports/session-journal';
import type { SessionDesk } from '../advance-session/session-desk';
import type { Admission, Place } from './admission';
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

/** The edge of a turn: journal, decide, send, wait. Once journaled a turn goes on, whoever is still there to hear of it. */
export class AcceptTurn {
  private readonly entering = new Map<string, Promise<Place | Refusal>>();

  constructor(
    private readonly ports: AcceptPorts,
    private readonly settings: AcceptSettings,
  ) {}

  /**
   * The ended turn; `running` past the wait or once `hurry` is aborted. The same key again waits for the same turn; with
   * another body it is refused (T8). A slot is held for the turn that its session works on; who waits for a turn that is
   * queued behind its session, or that somebody waits for already, holds none, and is told `running` when too many do.
   */
  async run(request: TurnRequest, hurry?: AbortSignal): Promise<TurnView | Refusal> {
    const turn = turnIdOf(request, request.user, request.idempotencyKey ?? this.ports.ids.next());
    const key = { tenant: request.tenant, turn };
    const place = await this.admit(key);
    if (isRefusal(place)) return this.refuse(place);
    const waiter = this.ports.waiters.wait(key);
    const over = () => {
      waiter.leave();
      place.leave();
    };
    let accepted: 'active' | 'elsewhere' | TurnView | Refusal;
    try {
      accepted = await this.accept(request, turn);
    } catch (error) {
      over();
      throw error;
    }
    if (typeof accepted !== 'string') {
      over();
      return isRefusal(accepted) ? this.refuse(accepted) : accepted;
    }
    const running: TurnView = { turn_id: turn, request_id: request.request, status: 'running' };
    if (accepted === 'elsewhere' && (request.respondAsync || !place.stepAside())) {
      over();
      return running;
    }
    // The slot is held until the turn ends or the wait is over, also when the client is not there to hear of it.
    const ended = within(waiter.final, this.settings.waitMs, hurry).finally(over);
    if (request.respondAsync) return running;
    const final = await ended;
    return final ? viewOfFinal(turn, final) : running;
  }

  /** A repeat of a turn that somebody here brings or waits for takes neither a slot nor a place in the queue for one. */
  private async admit(key: TurnKey): Promise<Place | Refusal> {
    const { admission, waiters } = this.ports;
    const name = `${key.tenant}\u0000${key.turn}`;
    const brought = this.entering.get(name);
    if (!brought && !waiters.has(key)) {
      const entering = admission.enter();
      this.entering.set(name, entering);
      const place = await entering;
      this.entering.delete(name);
      return place;
    }
    const place = admission.enterAside();
    const first = await brought;
    if (isRefusal(place) || !first || !isRefusal(first)) return place;
    place.leave();
    return first;
  }

  private refuse(refusal: Refusal): Refusal {
    countRefused(refusal.error.code);
    return refusal;
  }

  /**
   * `active`: this request began the turn and its session works on it. `elsewhere`: it is queued behind its session, or was begun
   * by another request. Otherwise what the client is told at once.
   */
  private async accept(request: TurnRequest, turn: TurnId): Promise<'active' | 'elsewhere' | TurnView | Refusal> {
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
    if (advanced.outcome === 'appended') return advanced.session.active?.input.turn === turn ? 'active' : 'elsewhere';
    return (await this.known(request, turn, bodyHash, refused)) ?? 'elsewhere';
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

async function within(
  final: Promise<FinalEvent>,
  waitMs: number,
  hurry: AbortSignal | undefined,
): Promise<FinalEvent | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const over = () => resolve(undefined);
  const timer = setTimeout(over, waitMs).unref();
  if (hurry?.aborted) over();
  hurry?.addEventListener('abort', over);
  return Promise.race([final, promise]).finally(() => {
    clearTimeout(timer);
    hurry?.removeEventListener('abort', over);
  });
}
