import { DEFAULT_MEMORY_POLICY, memoryPolicySchema, type MemoryPolicy } from '../domain/policy/memory-policy';
import { PolicyBook } from './policy-book';

/** The shipped policy for every tenant, with what a test changes of it, written as a file would. */
export class FixedPolicies extends PolicyBook {
  private readonly policy: MemoryPolicy;

  constructor(changes: Readonly<Record<string, unknown>> = {}) {
    super();
    this.policy = Object.keys(changes).length === 0 ? DEFAULT_MEMORY_POLICY : memoryPolicySchema.parse(changes);
  }

  of(): MemoryPolicy {
    return this.policy;
  }

  faultsOf(): readonly [] {
    return [];
  }
}
