import { MCP_META, type SkillManifest } from '@plinth/contracts';
import { listOf, objectOf, type SchemaObject } from './schema-rows';

/** How the same call is made by each door. */
export interface CallExamples {
  readonly curl: string;
  readonly grpc: string;
  readonly mcp: string;
}

const KEY = 'any-key-of-your-own';

export function callExamples(manifest: SkillManifest): CallExamples {
  const { name, effect, examples } = manifest;
  const args = examples?.[0]?.arguments ?? sampleOf(manifest.input_schema);
  const acts = effect !== 'read';
  const key = acts ? ` \\\n  -H ${quoted(`Idempotency-Key: ${KEY}`)}` : '';
  const grpcKey = acts ? ` -H ${quoted(`idempotency-key: ${KEY}`)}` : '';
  const body = JSON.stringify({ arguments: args });
  const meta = acts ? { _meta: { [MCP_META.idempotencyKey]: KEY } } : {};
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, ...meta } };
  const invoke = { name, arguments: args };
  return {
    curl: `curl -X POST "$PLINTH_URL/v1/skills/${name}/invoke" \\\n  -H "Authorization: Bearer $PLINTH_API_KEY" \\\n  -H 'Content-Type: application/json'${key} \\\n  -d ${quoted(body)}`,
    grpc: `grpcurl -plaintext -H "authorization: Bearer $PLINTH_API_KEY"${grpcKey} \\\n  -d ${quoted(JSON.stringify(invoke))} \\\n  "$PLINTH_GRPC" plinth.skills.v1.SkillGateway/InvokeSkill`,
    mcp: `curl "$PLINTH_URL/mcp" \\\n  -H "Authorization: Bearer $PLINTH_API_KEY" \\\n  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\\n  -d ${quoted(JSON.stringify(call, null, 2))}`,
  };
}

/** One word of a shell, whatever it holds. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const MAX_DEPTH = 4;

/** Arguments of the right form, without a claim that they mean something: what is required, by the first value that the schema names. */
export function sampleOf(schema: SchemaObject, depth = 0): unknown {
  const named = [schema.const, schema.default, listOf(schema.examples)[0], listOf(schema.enum)[0]];
  const first = named.find((value) => value !== undefined);
  if (first !== undefined) return first;
  const type = listOf(schema.type)[0] ?? schema.type;
  if (type === 'integer' || type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'array') return depth < MAX_DEPTH ? [sampleOf(objectOf(schema.items), depth + 1)] : [];
  if (type !== 'object' && schema.properties === undefined) return '…';
  const required = listOf(schema.required);
  const properties = Object.entries(objectOf(schema.properties)).filter(([name]) => required.includes(name));
  if (depth >= MAX_DEPTH) return {};
  return Object.fromEntries(properties.map(([name, each]) => [name, sampleOf(objectOf(each), depth + 1)]));
}
