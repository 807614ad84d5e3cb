/** A unique or primary key refused a row (23505); the caller knows by the constraint whether that means “already done”. */
export class UniqueViolation extends Error {
  constructor(
    readonly constraint: string,
    options?: ErrorOptions,
  ) {
    super(`unique constraint ${constraint} refused a row`, options);
    this.name = 'UniqueViolation';
  }
}
