import type { Draft } from './drafts';
import type { JsonRecord } from './json-values';

/** A schema with an identity of its own: the document, and every schema in it with an `$id`. */
export interface SchemaResource {
  /** Without fragment. */
  readonly uri: string;
  readonly pointer: string;
  readonly anchors: Map<string, SchemaNode>;
  readonly dynamicAnchors: Map<string, SchemaNode>;
}

/** One schema of the document. */
export interface SchemaNode {
  /** JSON Pointer from the root of the document. */
  readonly pointer: string;
  readonly resource: SchemaResource;
  readonly schema: boolean | JsonRecord;
}

/** A schema with everything in it that can be referred to. */
export interface SchemaDocument {
  readonly draft: Draft;
  readonly nodes: ReadonlyMap<string, SchemaNode>;
  readonly resources: ReadonlyMap<string, SchemaResource>;
}

export const childPointer = (pointer: string, ...names: readonly (string | number)[]): string =>
  names.reduce<string>((path, name) => `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`, pointer);

/** In a draft-07 schema nothing beside `$ref` counts. */
export const countsOnlyReference = (draft: Draft, schema: JsonRecord): boolean =>
  draft.name === 'draft-07' && typeof schema.$ref === 'string';
