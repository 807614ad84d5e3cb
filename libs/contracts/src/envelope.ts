import type { MessageId, RequestId, SessionId, TenantId, TurnId, UserId } from '@plinth/kernel';
import type { MessageDefinition, InputOf } from './define';
import type { ServiceName } from './service-table';
import type { TopicName } from './topics';

/**
 * What travels with every message: CloudEvents 1.0 attributes (`ce_id`, `ce_type`, `ce_source`, `ce_subject`, `ce_time`) and our
 * extension attributes (`ce_tenant`, `ce_session`, `ce_turn`, `ce_user`, `ce_causation`, `ce_request`, `ce_budgetms`).
 * Ids only: personal text is in the body alone.
 */
export interface Envelope {
  readonly id: MessageId;
  readonly type: string;
  /** The service that sent it, or, where the sender is none of ours, its `ce_source` as it came. */
  readonly source: string;
  /** Epoch milliseconds at which the sender made it; where it does not say, at which the broker appended it. */
  readonly timeMs: number;
  readonly tenant: TenantId;
  /** Set on everything that belongs to a session; the order key is then (tenant, session). */
  readonly session?: SessionId;
  readonly turn?: TurnId;
  /** Set on what has no session (erasure); the order key is then (tenant, user). */
  readonly user?: UserId;
  /** What an announcement is about, where it has neither session nor user; the order key is then (tenant, subject). */
  readonly subject?: string;
  /** The command that this message answers. */
  readonly causation?: MessageId;
  readonly request?: RequestId;
  /** What remained of the budget when it was sent; counted from the broker's append time. */
  readonly budgetMs?: number;
}

/** A message to be sent; `data` is checked strictly against its definition. */
export interface Outgoing<D extends MessageDefinition = MessageDefinition> {
  readonly definition: D;
  /** Needed only for a definition with several topics. */
  readonly topic?: TopicName;
  readonly envelope: Omit<Envelope, 'type' | 'source'> & { readonly source: ServiceName };
  readonly data: InputOf<D>;
}

/** The order key: messages of one key are delivered one after another, those of different keys never wait for each other. */
export function orderKey({
  tenant,
  session,
  user,
  subject,
}: Pick<Envelope, 'tenant' | 'session' | 'user' | 'subject'>): string {
  const whose = encodeURIComponent(tenant);
  if (session !== undefined) return `${whose}/s/${encodeURIComponent(session)}`;
  if (user !== undefined || subject === undefined) return `${whose}/u/${encodeURIComponent(user ?? '')}`;
  return `${whose}/x/${encodeURIComponent(subject)}`;
}
