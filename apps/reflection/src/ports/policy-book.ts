import type { PolicyFault, PolicySet } from '../domain/policy-set/policy-set';

/** The policies that hold now, and those that a running turn has pinned (T4). */
export abstract class PolicyBook {
  /** In memory; throws TransientError `policies_not_loaded` before the first set. */
  abstract current(): PolicySet;
  /** What is wrong with the policies as they are written now; empty when they hold. */
  abstract readonly faults: readonly PolicyFault[];
  /** A set that held before, here or on another replica; undefined when no replica ever held it. */
  abstract byVersion(version: string): Promise<PolicySet | undefined>;
}
