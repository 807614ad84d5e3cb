import type { TenantId } from '@plinth/kernel';
import type { MemoryPolicy } from '../domain/policy/memory-policy';

/** What is wrong with a policy as it is written. */
export interface PolicyFault {
  readonly file: string;
  readonly at: string;
  readonly rule: string;
}

/** What each tenant has decided about its memory. */
export abstract class PolicyBook {
  /** In memory: the tenant's own, else that of `default`, else the shipped defaults. */
  abstract of(tenant: TenantId): MemoryPolicy;
  /** Empty when the tenant's own policy holds as it is written now; else what held before does. Nobody sees another tenant's. */
  abstract faultsOf(tenant: TenantId): readonly PolicyFault[];
}
