/** One value that a tenant's task needs from a dialogue. */
export interface TaskSlot {
  /** `酒店.价格`, `Restaurants_2.city`. */
  readonly name: string;
  /** How people call it, from the schema's text. */
  readonly labels: readonly string[];
  readonly description?: string;
  /** The closed set of values, where the schema has one. */
  readonly values?: readonly string[];
  readonly service?: string;
  readonly default?: string;
}

export interface TaskSchema {
  readonly slots: readonly TaskSlot[];
}
