import type { SessionId, TenantId, UserId } from '@plinth/kernel';
import type { Activity } from '../domain/recall/activity';

/** What a user has had done, and the tasks that his sessions have left unfinished (M5): counted rows, no search. */
export abstract class ActivityBook {
  /** Tasks of every session but `except`, that of the question. */
  abstract activityOf(tenant: TenantId, userId: UserId, except?: SessionId): Promise<Activity>;
}
