/** A set that is not where it should be. */
export class MissingData extends Error {}
