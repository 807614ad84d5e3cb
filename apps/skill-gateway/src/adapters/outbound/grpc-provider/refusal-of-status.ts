import type { RefusalReason } from '../../../domain/outcome/provider-answer';

const REASONS: Readonly<Record<string, RefusalReason>> = {
  NOT_FOUND: 'absent',
  UNIMPLEMENTED: 'absent',
  RESOURCE_EXHAUSTED: 'overloaded',
  UNAVAILABLE: 'unavailable',
  INVALID_ARGUMENT: 'rejected',
  FAILED_PRECONDITION: 'rejected',
  OUT_OF_RANGE: 'rejected',
  ALREADY_EXISTS: 'rejected',
  UNAUTHENTICATED: 'rejected',
  PERMISSION_DENIED: 'rejected',
};

/** What the status of a call says of it; any other than these came from a provider that may have acted. */
export const refusalOfStatus = (status: string): RefusalReason => REASONS[status] ?? 'broke';
