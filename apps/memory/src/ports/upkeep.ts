import type { TenantId } from '@plinth/kernel';

/** Work that belongs to no turn; any replica may do it, and two at once do no harm. */
export abstract class Upkeep {
  /** Those whose users have declared what nobody has confirmed yet. */
  abstract tenantsWaiting(): Promise<readonly TenantId[]>;
  /** Deletes recorded replies from before the instant, and of each tenant what was declared before and never confirmed. */
  abstract purge(
    recordedBeforeMs: number,
    declaredBefore: readonly { readonly tenant: TenantId; readonly beforeMs: number }[],
    limit: number,
  ): Promise<{ readonly replies: number; readonly candidates: number }>;
}
