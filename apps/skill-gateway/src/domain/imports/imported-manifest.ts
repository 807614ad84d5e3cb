import { SKILL_METRICS, type SkillManifest } from '@plinth/contracts';
import type { ImportedTool } from './imported-tool';

/** Time limits of a call that nobody has measured yet. */
const TIMEOUT_MS = 30_000;
const P95_MS = 5_000;
const MAX_DESCRIPTION = 1_000;
const MAX_TRIGGER = 500;

/**
 * The contract of an imported tool. What its description does not say is taken for the worst: it acts, cannot be undone, is to be
 * confirmed, ignores keys and is never called for a comparison. What its server claims in hints changes none of this.
 */
export function importedManifest(tool: ImportedTool, name: string, version: string): SkillManifest {
  const told = tool.description.trim().replaceAll(/\s+/gu, ' ');
  return {
    ...{ name, version, effect: 'irreversible', confirmation_required: true, idempotency: 'none', shadow: 'never' },
    description: clipped(told.length < 10 ? `The tool ${tool.name}. ${told}`.trim() : told, MAX_DESCRIPTION),
    trigger: clipped(told.length < 3 ? tool.name.padEnd(3, '.') : told, MAX_TRIGGER),
    input_schema: { ...tool.inputSchema },
    output_schema: tool.outputSchema ? { ...tool.outputSchema } : { type: 'object', additionalProperties: true },
    ...{ errors: [], sla: { p95_ms: P95_MS }, timeout_ms: TIMEOUT_MS },
    ...{ key_fields: [], metrics: [...SKILL_METRICS] },
  };
}

function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
