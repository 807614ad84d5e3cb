export const ROLES = ['employee', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** That a user belongs to a department, and as what. */
export interface Membership {
  readonly userId: string;
  readonly department: string;
  readonly role: Role;
}

/** Of whom a reader may see the graph: an administrator of all, a manager of his departments, an employee of nobody. */
export function graphReach(memberships: readonly Membership[]): 'all' | readonly string[] | undefined {
  if (memberships.some(({ role }) => role === 'admin')) return 'all';
  const managed = memberships.filter(({ role }) => role === 'manager').map(({ department }) => department);
  return managed.length === 0 ? undefined : managed;
}
