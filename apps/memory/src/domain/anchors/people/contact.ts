/** Somebody whom the user knows, by their name and the other names that the user gives them. */
export interface Contact {
  readonly name: string;
  readonly aliases: readonly string[];
}
