import { compileSchema, type SchemaFault, type ValueError } from './index';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

const faultsOf = (schema: unknown): readonly SchemaFault[] => {
  const compiled = compileSchema(schema);
  return compiled.kind === 'refused' ? compiled.faults : [];
};
const errorsOf = (schema: unknown, value: unknown): readonly ValueError[] => {
  const compiled = compileSchema(schema);
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.faults));
  return compiled.check(value);
};
const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

describe('a schema that says more than is checked', () => {
  it.each([
    ['an unknown keyword', { properties: { a: { minimun: 1 } } }, '/properties/a/minimun', 'unknown_keyword'],
    ['a keyword of another draft', { additionalItems: false }, '/additionalItems', 'unknown_keyword'],
    ['a vocabulary', { $vocabulary: {} }, '/$vocabulary', 'unknown_keyword'],
    ['a reference to another host', { $ref: 'https://example.org/a.json' }, '/$ref', 'remote_reference'],
    ['a reference to a metaschema', { $ref: DRAFT_7 }, '/$ref', 'remote_reference'],
    ['a reference to nowhere', { items: { $ref: '#/$defs/none' } }, '/items/$ref', 'reference_to_nowhere'],
    ['a reference into a value', { enum: [{ a: 1 }], $ref: '#/enum/0' }, '/$ref', 'reference_to_nowhere'],
    ['a format that nobody checks', { format: 'iri' }, '/format', 'unsupported_format'],
    ['a pattern that looks ahead', { pattern: '^(?=a)' }, '/pattern', 'unsupported_pattern'],
    [
      'a pattern that looks back',
      { patternProperties: { '(a)\\1': true } },
      '/patternProperties',
      'unsupported_pattern',
    ],
    ['a pattern that is none', { pattern: '(' }, '/pattern', 'unsupported_pattern'],
    ['an unknown type', { type: ['string', 'text'] }, '/type', 'malformed'],
    ['a limit that is none', { maxLength: -1 }, '/maxLength', 'malformed'],
    ['a part that is no schema', { properties: { a: 1 } }, '/properties', 'malformed'],
    ['an unknown draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, '/$schema', 'unknown_draft'],
    [
      'two schemas of one name',
      { $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } },
      '/$defs/b/$anchor',
      'clashing_anchor',
    ],
    ['two schemas of one id', { $id: 'urn:a', not: { $id: 'urn:a' } }, '/not/$id', 'clashing_id'],
  ])('S1: is refused for %s, with its place', (_name, schema, at, rule) => {
    expect(faultsOf(schema)).toEqual([{ at, rule, reason: expect.any(String) }]);
  });

  it('S1: is refused with every fault at once', () => {
    expect(faultsOf({ type: 'thing', properties: { a: { foo: 1 }, b: { pattern: '[' } } })).toHaveLength(3);
  });

  it.each([
    ['to itself', { $ref: '#' }],
    ['to itself by another', { $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } }],
    ['to itself by its dynamic scope', { $dynamicAnchor: 'a', allOf: [{ $dynamicRef: '#a' }] }],
  ])('S1: is refused when it refers %s for the same value', (_name, schema) => {
    expect(faultsOf(schema)).toMatchObject([{ rule: 'endless_reference' }]);
  });

  it('takes a schema that refers to itself for what is inside', () => {
    const tree = { properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } } };
    expect(errorsOf(tree, { children: [{ name: 'a', children: [{ name: 1 }] }] })).toMatchObject([
      { path: ['children', '0', 'children', '0', 'name'], rule: 'type' },
    ]);
  });
});

describe('a schema that is a bomb', () => {
  const chain = (length: number): unknown => {
    const defs = Array.from({ length }, (_each, nth) => [
      `d${nth}`,
      { allOf: [{ $ref: `#/$defs/d${nth + 1}` }, { $ref: `#/$defs/d${nth + 1}` }] },
    ]);
    return {
      $ref: '#/$defs/d0',
      $defs: { ...(Object.fromEntries(defs) as object), [`d${length}`]: { type: 'string' } },
    };
  };
  let deep: unknown = {};
  for (let level = 0; level < 20_000; level += 1) deep = { not: deep };

  it.each([
    ['too deep', deep, 'too_deep'],
    ['too broad', { enum: Array.from({ length: 100_000 }, (_each, nth) => nth) }, 'too_large'],
    ['too full of patterns', { anyOf: Array.from({ length: 90 }, () => ({ pattern: '(abc){300}' })) }, 'too_large'],
    ['of repeated repetitions', { pattern: '((a{30}){30}){30}' }, 'unsupported_pattern'],
  ])('S1: is refused when it is %s', (_name, schema, rule) => {
    expect(faultsOf(schema)).toEqual(expect.arrayContaining([expect.objectContaining({ rule })]));
  });

  it.each([
    ['that doubles by every reference', chain(40), 'x'],
    ['that doubles by every level of the value', { items: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }, nested(30)],
    ['that follows a value without end', { items: { $ref: '#' } }, nested(5_000)],
    [
      'of many slow patterns',
      { allOf: Array.from({ length: 300 }, () => ({ pattern: '^(.*a){20}$' })) },
      'a'.repeat(30_000),
    ],
  ])('S3: ends a check %s', (_name, schema, value) => {
    expect(errorsOf(schema, value)).toEqual([{ path: [], rule: 'too_complex', params: {} }]);
  });
});

describe('the errors of a value', () => {
  it('S3: are all there are, with what the schema asks for', () => {
    const schema = {
      properties: { a: { type: 'string', minLength: 2 }, b: { enum: ['x', 'y'] }, n: { type: 'integer', maximum: 9 } },
      required: ['a', 'c'],
      additionalProperties: false,
    };
    expect(errorsOf(schema, { a: 'x', b: 'z', n: 10.5, d: 1 })).toEqual([
      { path: ['c'], rule: 'required', params: {} },
      { path: ['a'], rule: 'min_length', params: { limit: 2 } },
      { path: ['b'], rule: 'enum', params: { allowed: ['x', 'y'] } },
      { path: ['n'], rule: 'type', params: { types: ['integer'] } },
      { path: ['n'], rule: 'maximum', params: { limit: 9 } },
      { path: ['d'], rule: 'unknown_property', params: { known: ['a', 'b', 'n'] } },
    ]);
  });

  it('S3: of alternatives are those of the one that comes closest', () => {
    const schema = {
      oneOf: [
        { properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['kind', 'number'] },
        { properties: { kind: { const: 'cash' } }, required: ['kind'] },
      ],
    };
    expect(errorsOf(schema, { kind: 'card', number: 1 })).toEqual([
      { path: [], rule: 'one_of', params: {} },
      { path: ['number'], rule: 'type', params: { types: ['string'] } },
    ]);
  });

  it('know own properties only', () => {
    const schema = {
      properties: { toString: { type: 'number' } },
      required: ['constructor'],
      additionalProperties: false,
    };
    expect(errorsOf(schema, JSON.parse('{"__proto__": 1}'))).toMatchObject([
      { path: ['constructor'], rule: 'required' },
      { path: ['__proto__'], rule: 'unknown_property' },
    ]);
    const named = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}}, "additionalProperties": false}',
    ) as unknown;
    expect(errorsOf(named, JSON.parse('{"__proto__": "x"}'))).toEqual([]);
    expect(errorsOf(named, JSON.parse('{"__proto__": 1}'))).toMatchObject([{ path: ['__proto__'], rule: 'type' }]);
  });
});

describe('closed objects', () => {
  const closed = (schema: unknown, value: unknown) => {
    const compiled = compileSchema(schema, { objects: 'closed' });
    return compiled.kind === 'compiled'
      ? compiled.check(value).map(({ path, rule }) => [path.join('.'), rule])
      : compiled;
  };
  const text = { type: 'string' };

  it('S3: hold what schemas speak of, wherever those stand', () => {
    for (const $schema of [DRAFT_7, 'https://json-schema.org/draft/2020-12/schema']) {
      const schema = {
        $schema,
        definitions: { guest: { type: 'object', properties: { name: text } } },
        properties: { guest: { $ref: '#/definitions/guest' }, list: { items: { properties: { a: text } } } },
        allOf: [{ properties: { city: text } }],
      };
      expect(closed(schema, { guest: { name: 'Li' }, city: 'Rome', list: [{ a: 'x' }] })).toEqual([]);
      const wrong = { guest: { name: 'Li', x: 1 }, floor: 1, list: [{ b: 1 }] };
      expect(closed(schema, wrong)).toEqual([
        ['guest.x', 'unknown_property'],
        ['list.0.b', 'unknown_property'],
        ['floor', 'unknown_property'],
      ]);
    }
  });

  it('S3: hold what the alternative that fits names, and no more', () => {
    const schema = { anyOf: [{ properties: { phone: text }, required: ['phone'] }, { properties: { mail: text } }] };
    expect(closed(schema, { phone: '1', mail: '2' })).toEqual([]);
    expect(closed(schema, { phone: '1', fax: '2' })).toEqual([['fax', 'unknown_property']]);
  });

  it('stay open where a schema opens them, or says nothing of what they hold', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'object', additionalProperties: text }, b: { type: 'object' } },
    };
    expect(closed(schema, { a: { x: 'y' }, b: { x: 1 } })).toEqual([]);
    expect(closed({ type: 'object' }, { x: 1 })).toEqual([['x', 'unknown_property']]);
    expect(closed({}, { x: 1 })).toEqual([]);
  });
});

describe('what drafts say', () => {
  it('draft-07 counts nothing beside a reference, 2020-12 counts it', () => {
    const schema = {
      definitions: { a: { type: 'string' } },
      properties: { x: { $ref: '#/definitions/a', maxLength: 1 } },
    };
    expect(errorsOf({ $schema: DRAFT_7, ...schema }, { x: 'long' })).toEqual([]);
    expect(errorsOf(schema, { x: 'long' })).toMatchObject([{ rule: 'max_length' }]);
  });

  it('a dynamic reference leads to the outermost schema of its name', () => {
    const list = { $id: 'urn:list', $defs: { any: { $dynamicAnchor: 'item' } }, items: { $dynamicRef: '#item' } };
    const texts = {
      $id: 'urn:texts',
      $defs: { text: { $dynamicAnchor: 'item', type: 'string' }, list },
      $ref: 'urn:list',
    };
    expect(errorsOf(texts, ['a', 1])).toMatchObject([{ path: ['1'], rule: 'type' }]);
  });

  it('an item that a nested list of items has spoken of is evaluated', () => {
    const schema = { allOf: [{ prefixItems: [true], items: { multipleOf: 2 } }], unevaluatedItems: false };
    expect(errorsOf(schema, [1, 2])).toEqual([]);
    const contained = {
      allOf: [{ contains: { multipleOf: 2 } }, { contains: { multipleOf: 3 } }],
      unevaluatedItems: { multipleOf: 5 },
    };
    expect(errorsOf(contained, [2, 3, 4, 5])).toEqual([]);
    expect(errorsOf(contained, [2, 3, 7])).toMatchObject([{ path: ['2'] }]);
  });

  it('formats are asserted unless they are to be annotations', () => {
    expect(errorsOf({ format: 'date' }, '2024-02-30')).toMatchObject([{ rule: 'format', params: { format: 'date' } }]);
    const annotated = compileSchema({ format: 'date' }, { formats: 'annotate' });
    expect(annotated.kind === 'compiled' && annotated.check('x')).toEqual([]);
  });

  it.each([
    ['\\s', '\u00a0', true],
    ['^[^\\S]$', '\u2028', true],
    ['^.$', '\u2028', false],
    ['^\\p{Letter}+$', '北京', true],
    ['^\\cJ$', '\n', true],
    ['^[\\b]$', '\b', true],
    ['^\\ud83d\\ude00$', '\u{1F600}', true],
    ['^[[:alpha:]]$', 'a]', true],
    ['a$', 'a\n', false],
  ])('the pattern %s means what ECMA-262 says of %j', (pattern, text, matches) => {
    expect(errorsOf({ pattern }, text)).toHaveLength(matches ? 0 : 1);
  });
});
