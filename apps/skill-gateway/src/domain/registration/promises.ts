import type { SkillManifest } from '@plinth/contracts';
import { canonicalJson } from '@plinth/kernel';
import type { ManifestFault } from '../contract/skill-contract';

/** What callers of a version rest on, and what never changes under it (T4). */
export const PROMISES = ['effect', 'idempotency', 'input_schema', 'output_schema', 'errors', 'receipt'] as const;

/** The promises that a version would break by another manifest. */
export function brokenPromises(known: SkillManifest, given: SkillManifest): readonly ManifestFault[] {
  return PROMISES.filter((part) => canonicalJson(known[part]) !== canonicalJson(given[part])).map((part) => ({
    at: part,
    rule: 'promise_changed',
    reason: 'differs from what this version promised before; give it a new version',
  }));
}
