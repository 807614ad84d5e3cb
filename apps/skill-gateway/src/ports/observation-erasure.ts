import type { TenantId } from '@plinth/kernel';

/** Forgets users in what was learned beside calls. */
export abstract class ObservationErasure {
  /**
   * Deletes what is known of the users; rows by table. What is written of their earlier calls from now on is not kept. Repeating it finds
   * nothing more. Throws TransientError when the outcome is unknown.
   */
  abstract erase(tenant: TenantId, userIds: readonly string[]): Promise<Readonly<Record<string, number>>>;
}
