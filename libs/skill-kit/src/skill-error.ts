/** A declared failure of a skill; its code must stand in the contract, which says whether a repeat may succeed. */
export class SkillError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'SkillError';
  }
}
