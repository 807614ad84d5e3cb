import type { GatewayCode } from './gateway-code';

/**
 * Whether a failure speaks against the version that served: what its caller did wrong, what was held off before it was called and what
 * its provider refused for load does not.
 */
const ATTRIBUTABLE: Readonly<Record<GatewayCode, boolean>> = {
  answer_lost: true,
  cancelled: false,
  circuit_open: false,
  confirmation_required: false,
  deadline_exceeded: false,
  dry_run_not_offered: false,
  erased: false,
  invalid_arguments: false,
  invalid_output: true,
  outcome_unknown: true,
  provider_fault: true,
  provider_overloaded: false,
  provider_unreachable: true,
  rate_limited: false,
  timeout: true,
  too_many_calls: false,
  unknown_skill: false,
  version_not_found: false,
  version_revoked: false,
};

const FAULTS: ReadonlySet<string> = new Set(
  Object.entries(ATTRIBUTABLE).flatMap(([code, attributable]) => (attributable ? [code] : [])),
);

/** Whether a failure of this code counts as a fault of the version (S6, S13). An error that its contract declares is an answer, and none. */
export const isAttributable = (code: string): boolean => FAULTS.has(code);
