import type { TenantId, UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { ContactBook } from '../../../ports/contact-book';
import type { KnownPerson } from '../../../ports/turn-ledger';

interface ContactRow {
  readonly id: string;
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly derived: readonly string[];
  readonly title: string | null;
}

/** Row-level security shows of the shared ones those of the user's departments and of the organisation; to an administrator all. */
const CONTACTS = `SELECT id, name, nicknames, derived_nicknames AS derived, title FROM contacts
  WHERE tenant = $1 AND status = 'active' AND name IS NOT NULL AND (user_id = $2 OR visibility <> 'private')
  ORDER BY user_id = $2 DESC, updated_at_ms DESC, id LIMIT 500`;

export class PostgresContactBook extends ContactBook {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async contactsOf(tenant: TenantId, userId: UserId): Promise<readonly KnownPerson[]> {
    const rows = await this.database.query<ContactRow>(CONTACTS, [tenant, userId], { tenant, user: userId });
    return rows.map(({ id, name, nicknames, derived, title }) => ({
      id,
      name,
      aliases: nicknames,
      derived,
      ...(title === null ? {} : { title }),
    }));
  }
}
