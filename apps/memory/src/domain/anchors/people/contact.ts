/** Somebody whom the user knows, by their name and the other names that the user gives them. */
export interface Contact {
  readonly name: string;
  readonly aliases: readonly string[];
  /** What they are, such as 经理 or Dr. */
  readonly title?: string;
}
