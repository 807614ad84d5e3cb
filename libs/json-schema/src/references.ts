import { childPointer, countsOnlyReference, type SchemaDocument, type SchemaNode } from './schema-document';
import type { SchemaFault } from './schema-error';

/** Where a reference leads. */
export interface ReferenceTarget {
  readonly node: SchemaNode;
  /** The name by which it may lead elsewhere in the dynamic scope; only of `$dynamicRef`. */
  readonly dynamicName: string | undefined;
}

export type References = ReadonlyMap<string, ReferenceTarget>;

/** Where each `$ref` and `$dynamicRef` leads, by the pointer of the keyword; what leads out of the document is a fault. */
export function resolveReferences(document: SchemaDocument): {
  readonly references: References;
  readonly faults: readonly SchemaFault[];
} {
  const references = new Map<string, ReferenceTarget>();
  const faults: SchemaFault[] = [];
  for (const node of document.nodes.values()) {
    if (typeof node.schema === 'boolean') continue;
    for (const keyword of ['$ref', '$dynamicRef'] as const) {
      const reference = node.schema[keyword];
      if (typeof reference !== 'string') continue;
      const at = childPointer(node.pointer, keyword);
      const target = targetOf(document, node, reference, keyword === '$dynamicRef');
      if ('rule' in target) faults.push({ at, ...target });
      else references.set(at, target);
    }
  }
  return { references, faults };
}

function targetOf(
  { nodes, resources }: SchemaDocument,
  { resource }: SchemaNode,
  reference: string,
  dynamic: boolean,
): ReferenceTarget | Omit<SchemaFault, 'at'> {
  const url = URL.parse(reference, resource.uri);
  const fragment = url && decoded(url.hash.slice(1));
  if (!url || fragment === undefined || fragment === null)
    return { rule: 'malformed', reason: 'must be a URI reference' };
  url.hash = '';
  const named = resources.get(url.href);
  if (!named) return { rule: 'remote_reference', reason: 'leads out of the document; write what it names into $defs' };
  const isName = fragment !== '' && !fragment.startsWith('/');
  const dynamicNode = isName ? named.dynamicAnchors.get(fragment) : undefined;
  const node = isName ? (dynamicNode ?? named.anchors.get(fragment)) : nodes.get(named.pointer + fragment);
  if (!node) return { rule: 'reference_to_nowhere', reason: 'names no schema of the document' };
  return { node, dynamicName: dynamic && dynamicNode ? fragment : undefined };
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

const SAME_VALUE = ['not', 'if', 'then', 'else'];
const SAME_VALUE_LISTS = ['allOf', 'anyOf', 'oneOf'];
const SAME_VALUE_MAPS = ['dependentSchemas', 'dependencies'];

/** The schemas that come back to themselves without going deeper into the value: no value would ever be checked by them. */
export function endlessReferences(document: SchemaDocument, references: References): readonly SchemaFault[] {
  const state = new Map<SchemaNode, 'open' | 'done'>();
  const endless = new Set<SchemaNode>();
  const visit = (node: SchemaNode): void => {
    state.set(node, 'open');
    for (const next of sameValueSchemas(document, references, node)) {
      if (state.get(next) === 'open') endless.add(next);
      else if (!state.has(next)) visit(next);
    }
    state.set(node, 'done');
  };
  for (const node of document.nodes.values()) if (!state.has(node)) visit(node);
  return [...endless].map(({ pointer }) => ({
    at: pointer,
    rule: 'endless_reference',
    reason: 'refers to itself for the same value',
  }));
}

/** Those that are asked about the same value as this one. */
function sameValueSchemas(
  { draft, nodes, resources }: SchemaDocument,
  references: References,
  node: SchemaNode,
): SchemaNode[] {
  const { schema, pointer } = node;
  if (typeof schema === 'boolean') return [];
  const next: (SchemaNode | undefined)[] = [references.get(childPointer(pointer, '$ref'))?.node];
  if (!countsOnlyReference(draft, schema)) {
    const dynamic = references.get(childPointer(pointer, '$dynamicRef'));
    next.push(dynamic?.node);
    if (dynamic?.dynamicName !== undefined)
      for (const resource of resources.values()) next.push(resource.dynamicAnchors.get(dynamic.dynamicName));
    for (const keyword of SAME_VALUE) next.push(nodes.get(childPointer(pointer, keyword)));
    for (const keyword of [...SAME_VALUE_LISTS, ...SAME_VALUE_MAPS])
      for (const name of Object.keys(schema[keyword] ?? {})) next.push(nodes.get(childPointer(pointer, keyword, name)));
  }
  return next.filter((each) => each !== undefined);
}
