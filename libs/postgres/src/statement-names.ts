import { createHash } from 'node:crypto';

/** Past this many texts, which only generated SQL reaches, statements run unnamed: each name holds memory in every connection. */
const MOST_NAMES = 1000;
/** PostgreSQL takes 63 bytes. */
const HASH_LENGTH = 16;

/** Gives each text a name, so that a connection parses and plans it once. The same text has the same name in every process. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** Names of one space share connections; two databases on one connection need two. */
  constructor(private readonly space: string) {}

  nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MOST_NAMES) return known;
    const hash = createHash('sha256').update(`${this.space}\u0000${text}`).digest('hex').slice(0, HASH_LENGTH);
    const name = `plinth_${hash}`;
    this.names.set(text, name);
    return name;
  }
}
