export { compileSchema, type CompiledSchema, type RefusedSchema } from './compile-schema';
export { DRAFTS, type Draft } from './drafts';
export { isRecord, sameJson, TYPES, type JsonRecord } from './json-values';
export { sizeFault } from './schema-size';
export type { SchemaFault, ValueError } from './schema-error';
