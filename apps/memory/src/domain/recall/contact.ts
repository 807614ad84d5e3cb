/** A person whom the user knows. */
export interface Contact {
  readonly id: string;
  readonly name: string;
  readonly nicknames: readonly string[];
  readonly email?: string;
  readonly phone?: string;
  readonly title?: string;
  readonly company?: string;
}
