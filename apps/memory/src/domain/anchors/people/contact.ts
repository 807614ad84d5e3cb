/** Somebody whom the user knows, by their name and the other names that the user gives them. */
export interface Contact {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What custom calls them: it counts for less, since others may be called so, too. */
  readonly derived?: readonly string[];
  /** What they are, such as 经理 or Dr. */
  readonly title?: string;
  readonly company?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** One whom the user keeps. */
export interface KeptContact extends Contact {
  readonly id: string;
}
