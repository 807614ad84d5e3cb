import { DEFAULT_DRAFT, DRAFTS, type Draft, type KeywordShape } from './drafts';
import { isRecord, type JsonRecord } from './json-values';
import { keywordFault, type KeywordFault } from './keyword-faults';
import { linearPattern } from './linear-pattern';
import {
  childPointer,
  countsOnlyReference,
  type SchemaDocument,
  type SchemaNode,
  type SchemaResource,
} from './schema-document';
import type { SchemaFault } from './schema-error';
import { sizeFault } from './schema-size';

/** Against it a document without an `$id` resolves its references; no such host can exist. */
const NOWHERE = 'http://schema.invalid/';

/** Instructions of all patterns together. */
const MAX_PATTERN_SIZE = 50_000;

/** Finds every schema in a document, and everything in it that is not of its draft or not supported. */
export function readDocument(schema: unknown): SchemaDocument | { readonly faults: readonly SchemaFault[] } {
  const large = sizeFault(schema);
  if (large) return { faults: [large] };
  const draft = draftOf(schema);
  if (!draft) return { faults: [{ at: '/$schema', rule: 'unknown_draft', reason: 'must name draft-07 or 2020-12' }] };
  const reading = new Reading(draft);
  reading.read(schema, '', undefined);
  const { nodes, resources, faults } = reading;
  return faults.length > 0 ? { faults } : { draft, nodes, resources };
}

function draftOf(schema: unknown): Draft | undefined {
  const named = isRecord(schema) && Object.hasOwn(schema, '$schema') ? schema.$schema : DEFAULT_DRAFT;
  if (typeof named !== 'string') return undefined;
  const uri = named.replace(/#$/, '');
  return Object.hasOwn(DRAFTS, uri) ? DRAFTS[uri] : undefined;
}

class Reading {
  readonly nodes = new Map<string, SchemaNode>();
  readonly resources = new Map<string, SchemaResource>();
  readonly faults: SchemaFault[] = [];
  private patternSize = 0;

  constructor(readonly draft: Draft) {}

  read(schema: unknown, pointer: string, around: SchemaResource | undefined): void {
    if (typeof schema !== 'boolean' && !isRecord(schema)) {
      this.fault(pointer, 'malformed', 'must be a schema');
      return;
    }
    const resource = this.resourceOf(schema, pointer, around);
    const node: SchemaNode = { pointer, resource, schema };
    this.nodes.set(pointer, node);
    if (typeof schema === 'boolean') return;
    this.nameAnchors(node, schema);
    for (const [keyword, value] of Object.entries(schema)) this.readKeyword(node, schema, keyword, value);
  }

  private readKeyword({ pointer, resource }: SchemaNode, schema: JsonRecord, keyword: string, value: unknown): void {
    const at = childPointer(pointer, keyword);
    const shape = Object.hasOwn(this.draft.keywords, keyword) ? this.draft.keywords[keyword] : undefined;
    if (!shape) {
      this.fault(
        at,
        'unknown_keyword',
        `is no keyword of ${this.draft.name} that is supported; it would not be checked`,
      );
      return;
    }
    const fault = keywordFault(shape, value, schema) ?? this.patternBudgetFault(shape, value);
    if (fault) this.fault(at, fault.rule, fault.reason);
    else if (shape === 'draft' && draftOf(schema) !== this.draft)
      this.fault(at, 'unknown_draft', 'must be the draft of the whole document');
    else for (const [name, part] of partsOf(shape, value)) this.read(part, childPointer(at, ...name), resource);
  }

  /** Many patterns that are well alone are too much together. */
  private patternBudgetFault(shape: KeywordShape, value: unknown): KeywordFault | undefined {
    const patterns =
      shape === 'pattern' ? [String(value)] : shape === 'pattern_map' && isRecord(value) ? Object.keys(value) : [];
    for (const pattern of patterns) this.patternSize += linearPattern(pattern).size;
    if (this.patternSize <= MAX_PATTERN_SIZE) return undefined;
    return { rule: 'too_large', reason: 'makes the patterns of the schema too large together' };
  }

  private resourceOf(
    schema: boolean | JsonRecord,
    pointer: string,
    around: SchemaResource | undefined,
  ): SchemaResource {
    const id = typeof schema === 'boolean' || countsOnlyReference(this.draft, schema) ? undefined : schema.$id;
    const isAnchor = this.draft.name === 'draft-07' && typeof id === 'string' && id.startsWith('#') && id !== '#';
    if (around && (typeof id !== 'string' || isAnchor)) return around;
    const uri = this.uriOf(typeof id === 'string' && !isAnchor ? id : '', around?.uri ?? NOWHERE, pointer);
    const resource: SchemaResource = { uri, pointer, anchors: new Map(), dynamicAnchors: new Map() };
    if (this.resources.has(uri))
      this.fault(childPointer(pointer, '$id'), 'clashing_id', 'is the $id of another schema too');
    this.resources.set(uri, resource);
    return resource;
  }

  private uriOf(id: string, base: string, pointer: string): string {
    const url = URL.parse(id.replace(/#$/, ''), base);
    if (url && url.hash === '') return url.href;
    this.fault(childPointer(pointer, '$id'), 'malformed', 'must be a URI without fragment');
    return `${NOWHERE}${pointer}`;
  }

  private nameAnchors(node: SchemaNode, schema: JsonRecord): void {
    if (this.draft.name === 'draft-07') {
      const id = countsOnlyReference(this.draft, schema) ? undefined : schema.$id;
      if (typeof id === 'string' && /^#./.test(id)) this.nameAnchor(node.resource.anchors, id.slice(1), node, '$id');
      return;
    }
    const { $anchor, $dynamicAnchor } = schema;
    const { anchors, dynamicAnchors } = node.resource;
    if (typeof $anchor === 'string') this.nameAnchor(anchors, $anchor, node, '$anchor');
    if (typeof $dynamicAnchor === 'string') this.nameAnchor(dynamicAnchors, $dynamicAnchor, node, '$dynamicAnchor');
  }

  private nameAnchor(anchors: Map<string, SchemaNode>, name: string, node: SchemaNode, keyword: string): void {
    if (anchors.has(name))
      this.fault(childPointer(node.pointer, keyword), 'clashing_anchor', 'names another schema too');
    else anchors.set(name, node);
  }

  private fault(at: string, rule: string, reason: string): void {
    this.faults.push({ at, rule, reason });
  }
}

/** The schemas inside of the value of a keyword, by their names or indexes in it. */
function partsOf(shape: KeywordShape, value: unknown): readonly (readonly [(string | number)[], unknown])[] {
  if (shape === 'schema' || (shape === 'schema_or_list' && !Array.isArray(value))) return [[[], value]];
  if (shape === 'schema_list' || shape === 'schema_or_list')
    return Array.isArray(value) ? value.map((part: unknown, index) => [[index], part]) : [];
  if (shape !== 'schema_map' && shape !== 'pattern_map' && shape !== 'dependencies') return [];
  return isRecord(value)
    ? Object.entries(value)
        .filter(([, part]) => !Array.isArray(part))
        .map(([name, part]) => [[name], part])
    : [];
}
