/** What a keyword takes; decides how its value is checked and where schemas stand inside of it. */
export type KeywordShape =
  | 'schema'
  | 'schema_list'
  | 'schema_or_list'
  | 'schema_map'
  | 'pattern_map'
  | 'dependencies'
  | 'name_lists'
  | 'names'
  | 'type'
  | 'values'
  | 'any'
  | 'text'
  | 'boolean'
  | 'number'
  | 'positive_number'
  | 'count'
  | 'pattern'
  | 'format'
  | 'encoding'
  | 'reference'
  | 'draft'
  | 'id'
  | 'anchor';

export type DraftName = 'draft-07' | '2020-12';

export interface Draft {
  readonly name: DraftName;
  readonly keywords: Readonly<Record<string, KeywordShape>>;
}

const SHARED: Readonly<Record<string, KeywordShape>> = {
  ...{ $schema: 'draft', $id: 'id', $ref: 'reference', $comment: 'text', definitions: 'schema_map' },
  ...{
    title: 'text',
    description: 'text',
    default: 'any',
    examples: 'values',
    readOnly: 'boolean',
    writeOnly: 'boolean',
  },
  ...{ type: 'type', enum: 'values', const: 'any', format: 'format', pattern: 'pattern' },
  ...{ multipleOf: 'positive_number', maximum: 'number', exclusiveMaximum: 'number' },
  ...{ minimum: 'number', exclusiveMinimum: 'number', maxLength: 'count', minLength: 'count' },
  ...{ maxItems: 'count', minItems: 'count', uniqueItems: 'boolean', contains: 'schema' },
  ...{ maxProperties: 'count', minProperties: 'count', required: 'names', properties: 'schema_map' },
  ...{ patternProperties: 'pattern_map', additionalProperties: 'schema', propertyNames: 'schema' },
  ...{ dependencies: 'dependencies', allOf: 'schema_list', anyOf: 'schema_list', oneOf: 'schema_list', not: 'schema' },
  ...{ if: 'schema', then: 'schema', else: 'schema', contentEncoding: 'encoding', contentMediaType: 'encoding' },
};

/** The keywords of each draft; what is not named here is refused, for it would say something that nobody checks. */
export const DRAFTS: Readonly<Record<string, Draft>> = {
  'http://json-schema.org/draft-07/schema': {
    name: 'draft-07',
    keywords: { ...SHARED, items: 'schema_or_list', additionalItems: 'schema' },
  },
  'https://json-schema.org/draft/2020-12/schema': {
    name: '2020-12',
    keywords: {
      ...SHARED,
      ...{ $anchor: 'anchor', $dynamicAnchor: 'anchor', $dynamicRef: 'reference', $defs: 'schema_map' },
      ...{ prefixItems: 'schema_list', items: 'schema', minContains: 'count', maxContains: 'count' },
      ...{ dependentRequired: 'name_lists', dependentSchemas: 'schema_map', deprecated: 'boolean' },
      ...{ unevaluatedItems: 'schema', unevaluatedProperties: 'schema', contentSchema: 'schema' },
    },
  },
};

export const DEFAULT_DRAFT = 'https://json-schema.org/draft/2020-12/schema';
