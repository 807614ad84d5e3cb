import type { SqlDatabase } from '@plinth/postgres';
import { SigningSecret } from '../../../ports/signing-secret';

/** Made by the migration and never changed, so it is read once. */
export class PostgresSigningSecret extends SigningSecret {
  private secret: string | undefined;

  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async current(): Promise<string> {
    if (this.secret !== undefined) return this.secret;
    const [row] = await this.database.query<{ secret: string }>('SELECT secret FROM signing_secret');
    if (!row) throw new Error('the service has no signing secret');
    return (this.secret = row.secret);
  }
}
