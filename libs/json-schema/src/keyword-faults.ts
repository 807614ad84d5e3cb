import type { KeywordShape } from './drafts';
import { FORMATS, FORMATS_BY_PATTERN } from './formats/formats';
import { isRecord, TYPES, type JsonRecord } from './json-values';
import { linearPattern } from './linear-pattern';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isRecord(value);
const isSchemas = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const mapOf = (value: unknown, fits: (part: unknown) => boolean): boolean =>
  isRecord(value) && Object.values(value).every(fits);

/** Whether the value of a keyword has its shape, and what it should have been. */
const SHAPES: Readonly<Record<KeywordShape, readonly [fits: (value: unknown) => boolean, wanted: string]>> = {
  schema: [isSchema, 'a schema'],
  schema_list: [isSchemas, 'a list of at least one schema'],
  schema_or_list: [
    (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
    'a schema or a list of schemas',
  ],
  schema_map: [(value) => mapOf(value, isSchema), 'an object of schemas'],
  pattern_map: [(value) => mapOf(value, isSchema), 'an object of schemas'],
  dependencies: [
    (value) => mapOf(value, (part) => isSchema(part) || isTexts(part)),
    'an object of schemas or of lists of names',
  ],
  name_lists: [(value) => mapOf(value, isTexts), 'an object of lists of names'],
  names: [isTexts, 'a list of names'],
  type: [(value) => [value].flat().length > 0 && [value].flat().every(isType), `of ${Object.keys(TYPES).join(', ')}`],
  values: [Array.isArray, 'a list'],
  any: [() => true, 'a value'],
  text: [(value) => typeof value === 'string', 'a text'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  number: [isNumber, 'a number'],
  positive_number: [(value) => isNumber(value) && value > 0, 'a number above 0'],
  count: [(value) => isNumber(value) && Number.isInteger(value) && value >= 0, 'a whole number, 0 or more'],
  pattern: [(value) => typeof value === 'string', 'a pattern'],
  format: [(value) => typeof value === 'string', 'the name of a format'],
  encoding: [(value) => typeof value === 'string', 'a text'],
  reference: [(value) => typeof value === 'string', 'a reference'],
  draft: [(value) => typeof value === 'string', 'the URI of a draft'],
  id: [(value) => typeof value === 'string', 'a URI'],
  anchor: [(value) => typeof value === 'string' && /^[A-Za-z_][\w.-]*$/.test(value), 'a plain name'],
};

function isType(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(TYPES, value);
}

export interface KeywordFault {
  readonly rule: string;
  readonly reason: string;
}

/** What is wrong with the value of one keyword, by itself. `beside`: the schema that it stands in. */
export function keywordFault(shape: KeywordShape, value: unknown, beside: JsonRecord): KeywordFault | undefined {
  const [fits, wanted] = SHAPES[shape];
  if (!fits(value)) return { rule: 'malformed', reason: `must be ${wanted}` };
  if (shape === 'pattern') return patternFault(value);
  if (shape === 'pattern_map' && isRecord(value)) return firstOf(Object.keys(value).map(patternFault));
  if (shape === 'format') return formatFault(String(value), beside);
  return undefined;
}

function patternFault(pattern: unknown): KeywordFault | undefined {
  try {
    linearPattern(String(pattern));
    return undefined;
  } catch (error) {
    return { rule: 'unsupported_pattern', reason: error instanceof Error ? error.message : 'cannot be run' };
  }
}

function formatFault(format: string, beside: JsonRecord): KeywordFault | undefined {
  if (Object.hasOwn(FORMATS, format)) return undefined;
  if (FORMATS_BY_PATTERN.has(format) && typeof beside.pattern === 'string') return undefined;
  return {
    rule: 'unsupported_format',
    reason: `is checked by nobody here; known are ${Object.keys(FORMATS).join(', ')}; say it by a pattern`,
  };
}

const firstOf = (faults: readonly (KeywordFault | undefined)[]): KeywordFault | undefined => faults.find(Boolean);
