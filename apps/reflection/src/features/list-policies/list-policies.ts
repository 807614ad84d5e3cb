import type { PolicyBook } from '../../ports/policy-book';

/** The policies in force, and what is wrong with those that are not. */
export class ListPolicies {
  constructor(private readonly book: PolicyBook) {}

  list() {
    const { version, policies } = this.book.current();
    return {
      version,
      policies: policies.map(({ name, description, tenants, checks }) => ({
        name,
        description,
        ...(tenants ? { tenants } : {}),
        checks: checks.map(({ id, kind, code, evidence }) => ({ id, kind, code, evidence })),
      })),
      faults: this.book.faults,
    };
  }
}
