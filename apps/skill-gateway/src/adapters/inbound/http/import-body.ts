import { skillManifest } from '@plinth/contracts';
import type { JsonObject } from '@plinth/kernel';
import { z } from 'zod';
import type { Imported, ImportWish } from '../../../features/import-skills/import-skills';

const namespace = z
  .string()
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'must be lower_snake')
  .max(32);
const http = z
  .string()
  .max(1_000)
  .regex(/^https?:\/\/[^\s/?#]+[^\s#]*$/, 'must be an address by http or https');
const json = z.json();

export const importBody = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('mcp'), namespace, url: http }),
    z.strictObject({ kind: z.literal('openapi'), namespace, url: http.optional(), document: json.optional() }),
    z.strictObject({ kind: z.literal('tools'), namespace, url: http, document: z.array(json).max(10_000) }),
  ])
  .refine((body) => body.kind !== 'openapi' || body.url !== undefined || body.document !== undefined, {
    path: ['url'],
    message: 'either url or document is required',
  });
export type ImportBody = z.output<typeof importBody>;

export function wishOf(body: ImportBody): ImportWish {
  const { namespace: at } = body;
  switch (body.kind) {
    case 'mcp':
      return { namespace: at, from: { kind: 'mcp', url: `mcp+${body.url}` } };
    case 'openapi':
      return { namespace: at, from: { kind: 'openapi', url: body.url, document: body.document } };
    case 'tools':
      return { namespace: at, from: { kind: 'tools', url: body.url, tools: body.document } };
  }
}

/** What a person says of an imported skill; names, schemas of input and metrics are not theirs to say. */
export const completionBody = skillManifest
  .omit({ name: true, version: true, input_schema: true, metrics: true })
  .partial()
  .required({ effect: true })
  .strict();
export type CompletionBody = z.output<typeof completionBody>;

export function importedJson({ versions, unchanged, quarantined }: Imported) {
  return {
    imported: versions.map(({ manifest, origin }) => ({
      skill: manifest.name,
      version: manifest.version,
      tool: origin?.name ?? '',
      // Claims of the server, for whoever completes the skill.
      hints: origin?.hints ?? ({} satisfies JsonObject),
    })),
    unchanged,
    quarantined,
  };
}
