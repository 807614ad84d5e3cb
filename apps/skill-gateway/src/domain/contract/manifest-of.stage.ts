import { readManifest, type SkillContract } from './skill-contract';
import { manifestDefaults } from './manifest-defaults.stage';

/** A skill that reads, as its provider publishes it. */
export const publishedManifest = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ name: 'find_room', version: '1.0.0', description: 'Finds a free room.', trigger: 'a free room', effect: 'read' },
  ...{ confirmation_required: false, idempotency: 'none', errors: [], sla: { p95_ms: 100 }, timeout_ms: 1_000 },
  ...{ input_schema: { type: 'object' }, output_schema: { type: 'object' } },
  ...manifestDefaults,
  ...over,
});

/** Throws when the manifest is not taken. */
export function contractWith(over: Record<string, unknown> = {}): SkillContract {
  const read = readManifest(publishedManifest(over));
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.contract;
}
