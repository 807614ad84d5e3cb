/** A person whom the user knows. */
export interface Contact {
  readonly id: string;
  readonly name: string;
  /** What the user calls them. */
  readonly nicknames: readonly string[];
  /** What custom does: it counts for less, since others may be called so, too. */
  readonly derived?: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  readonly title?: string;
  readonly company?: string;
}
