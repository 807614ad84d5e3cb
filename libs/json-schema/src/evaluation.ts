import type { Ask, Asking, Part } from './asking';
import { ASSERTIONS, formatAssertion } from './assertions';
import { contentHolds } from './contents';
import { combiningParts } from './combining-parts';
import { isRecord } from './json-values';
import { listParts } from './list-parts';
import { objectParts } from './object-parts';
import type { References } from './references';
import { Evaluated, type Place, type Run } from './run';
import { childPointer, countsOnlyReference, type SchemaDocument, type SchemaNode } from './schema-document';

export interface EvaluationOptions {
  /** `annotate`: a format is a word for a reader, as 2020-12 has it unless it is told otherwise. */
  readonly formats: 'assert' | 'annotate';
  /**
   * `closed`: an object of which some schema has said by `properties` what it holds, holds nothing else, unless a schema
   * says so (`additionalProperties` and the like). Alternatives are closed where they meet, so that each may name
   * properties of its own. An object of which no schema says what it holds stays open, but for the whole value.
   */
  readonly objects: 'open' | 'closed';
}

/** Makes a document askable. Its references are resolved and not endless. */
export function evaluation(document: SchemaDocument, references: References, options: EvaluationOptions): Ask {
  const parts = new Map<SchemaNode, readonly Part[] | boolean>();
  const ask = (node: SchemaNode, value: unknown, place: Place | undefined, run: Run): Evaluated => {
    const seen = new Evaluated();
    const known = parts.get(node);
    if (known === false) run.fail(place, 'not_allowed', {});
    if (typeof known !== 'boolean')
      run.enter(node, () => {
        for (const part of known ?? []) part(value, place, run, seen);
      });
    return seen;
  };
  const askAt =
    (pointer: string): Ask =>
    (value, place, run) => {
      const node = document.nodes.get(pointer);
      return node ? ask(node, value, place, run) : new Evaluated();
    };
  const closing = (inner: Ask): Ask => (options.objects === 'closed' ? closed(inner) : inner);
  for (const node of document.nodes.values()) {
    const { pointer, schema } = node;
    if (typeof schema === 'boolean') {
      parts.set(node, schema);
      continue;
    }
    const asking: Asking = {
      schema,
      at: (...names) => askAt(childPointer(pointer, ...names)),
      inside: (...names) => closing(askAt(childPointer(pointer, ...names))),
      reference: (keyword) => (value, place, run) => {
        const target = references.get(childPointer(pointer, keyword));
        if (!target) return new Evaluated();
        const name = target.dynamicName;
        const outermost =
          name === undefined ? undefined : run.scope.find(({ dynamicAnchors }) => dynamicAnchors.has(name));
        return ask(outermost?.dynamicAnchors.get(name ?? '') ?? target.node, value, place, run);
      },
    };
    parts.set(node, partsOf(asking, document, options));
  }
  const root = document.nodes.get('')?.schema;
  const takesObjects = typeof root === 'object' && [root.type].flat().includes('object');
  return options.objects === 'closed' ? closed(askAt(''), takesObjects ? [] : undefined) : askAt('');
}

/** What no schema has spoken of is unknown. `known`: the properties there are if no schema says which. */
const closed =
  (ask: Ask, known?: readonly string[]): Ask =>
  (value, place, run) => {
    const seen = ask(value, place, run);
    const names = seen.knownNames() ?? known;
    if (!names || !isRecord(value)) return seen;
    for (const name of Object.keys(value))
      if (!seen.hasName(name)) run.fail(place, 'unknown_property', { known: names.slice(0, MAX_TOLD) }, name);
    return seen;
  };

/** Names that an error tells at most. */
const MAX_TOLD = 100;

/** In this order: the unevaluated ones ask what the others have spoken of. */
function partsOf(asking: Asking, { draft }: SchemaDocument, { formats }: EvaluationOptions): readonly Part[] {
  const { schema } = asking;
  if (countsOnlyReference(draft, schema)) return [inPlace(asking.reference('$ref'))];
  const parts: Part[] = [];
  for (const [keyword, argument] of Object.entries(schema)) {
    const assertion = Object.hasOwn(ASSERTIONS, keyword)
      ? ASSERTIONS[keyword]?.(argument)
      : keyword === 'format' && formats === 'assert'
        ? formatAssertion(argument)
        : undefined;
    if (!assertion) continue;
    const rule = keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    parts.push((value, place, run) => {
      run.spend(assertion.cost?.(value) ?? 0);
      if (!assertion.holds(value)) run.fail(place, rule, assertion.params);
    });
  }
  const { contentEncoding, contentMediaType } = schema;
  if (draft.name === 'draft-07' && (contentEncoding ?? contentMediaType) !== undefined)
    parts.push((value, place, run) => {
      if (!contentHolds(contentEncoding, contentMediaType, value)) run.fail(place, 'content', {});
    });
  if ('$ref' in schema) parts.push(inPlace(asking.reference('$ref')));
  if ('$dynamicRef' in schema) parts.push(inPlace(asking.reference('$dynamicRef')));
  parts.push(...objectParts(asking), ...listParts(asking, draft), ...combiningParts(asking));
  if ('unevaluatedProperties' in schema) parts.push(unevaluatedProperties(asking));
  if ('unevaluatedItems' in schema) parts.push(unevaluatedItems(asking));
  return parts;
}

/** Another schema for the same value. */
const inPlace =
  (ask: Ask): Part =>
  (value, place, run, seen) =>
    seen.take(ask(value, place, run));

function unevaluatedProperties({ schema, inside }: Asking): Part {
  const ask = inside('unevaluatedProperties');
  return (value, place, run, seen) => {
    if (!isRecord(value)) return;
    for (const [name, part] of Object.entries(value)) {
      if (seen.hasName(name)) continue;
      if (schema.unevaluatedProperties === false) run.fail(place, 'unknown_property', {}, name);
      else ask(part, { parent: place, name }, run);
    }
    seen.everyName();
  };
}

function unevaluatedItems({ inside }: Asking): Part {
  const ask = inside('unevaluatedItems');
  return (value, place, run, seen) => {
    if (!Array.isArray(value)) return;
    value.forEach((part: unknown, index) => {
      if (!seen.hasIndex(index)) ask(part, { parent: place, name: index }, run);
    });
    seen.items(value.length);
  };
}
