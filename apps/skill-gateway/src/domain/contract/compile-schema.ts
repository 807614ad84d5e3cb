import Ajv, { type Options } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import unevaluatedKeywords from 'ajv/dist/vocabularies/unevaluated';
import addFormats from 'ajv-formats';
import { linearPattern } from './linear-patterns';
import { unstorableAt } from './text-faults';
import { violationOf, type Violation } from './violation';

/** Undefined when the value fits. */
export type SchemaCheck = (value: unknown) => Violation | undefined;

/** Formats that generators of schemas write beside a pattern, which does the work. */
const FORMATS_WITH_PATTERN = [
  ...['base64', 'base64url', 'cidrv4', 'cidrv6', 'cuid', 'cuid2', 'e164', 'emoji', 'guid', 'hex'],
  ...['jwt', 'ksuid', 'lowercase', 'mac', 'nanoid', 'ulid', 'uppercase', 'xid'],
];

const options: Options = {
  strictSchema: true,
  strictTypes: false,
  strictTuples: false,
  ownProperties: true,
  addUsedSchema: false,
  unevaluated: true,
  logger: false,
  formats: Object.fromEntries(FORMATS_WITH_PATTERN.map((name) => [name, true])),
  code: { regExp: linearPattern },
};

const draft07 = addFormats(new Ajv(options).addVocabulary(unevaluatedKeywords));
const draft2020 = addFormats(new Ajv2020(options));

const DRAFTS: Readonly<Record<string, Ajv>> = {
  'http://json-schema.org/draft-07/schema': draft07,
  'https://json-schema.org/draft/2020-12/schema': draft2020,
};
const DEFAULT_DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** Throws with the reason, in words for the author, when the schema is not one of a known draft or cannot be used. */
export function compileSchema(schema: Readonly<Record<string, unknown>>): SchemaCheck {
  const { $schema = DEFAULT_DRAFT, $id: _id, ...rest } = schema;
  const draft = typeof $schema === 'string' ? DRAFTS[$schema.replace(/#$/, '')] : undefined;
  if (!draft) throw new Error('$schema must name draft-07 or 2020-12');
  const validate = draft.compile(rest);
  draft.removeSchema(rest);
  return (value) => unstorableAt(value) ?? (validate(value) ? undefined : violationOf(validate.errors));
}
