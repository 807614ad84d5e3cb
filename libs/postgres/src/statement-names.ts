/** Past this many texts, which only generated SQL reaches, statements run unnamed: each name holds memory in every connection. */
const MOST_NAMES = 1000;

/** Gives each text a name, so that a connection parses and plans it once. */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** Names of one prefix share connections; two databases on one connection need two prefixes. */
  constructor(private readonly prefix: string) {}

  nameOf(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined || this.names.size >= MOST_NAMES) return known;
    const name = `${this.prefix}_${this.names.size + 1}`;
    this.names.set(text, name);
    return name;
  }
}
