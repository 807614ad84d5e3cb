/** One change that made arguments fit, with no choice in it. */
export interface Repair {
  /** Path with dots, e.g. `items.0.amount`. */
  readonly field: string;
  readonly kind: RepairKind;
}

export type RepairKind =
  /** `"12"` for a number. */
  | 'number_in_text'
  /** `"true"` for a boolean. */
  | 'boolean_in_text'
  /** A word of an enumeration but for its case and the space around it. */
  | 'enum_case'
  /** A list or an object written as JSON inside a text. */
  | 'json_in_text'
  /** One element where a list of elements stands. */
  | 'element_for_list'
  /** A property that the schema does not know, left out. */
  | 'unknown_property_left_out'
  /** A property under a name that is written otherwise in the schema. */
  | 'property_renamed';
