import { userKeyOf, type UserReference } from '@plinth/contracts';

/** Who asks: one user, or whoever may act for every user of the tenant. */
export type Asker = UserReference | 'any_user';

/** Whether a session is the asker's: that of somebody else, or of nobody as after an erasure, exists for `any_user` alone. */
export function belongsTo(owner: UserReference | undefined, asker: Asker): boolean {
  return asker === 'any_user' || (owner !== undefined && userKeyOf(owner) === userKeyOf(asker));
}
