import type { SkillManifest } from '@plinth/contracts';
import { failure, type Verdict } from './verdict';

/**
 * A verdict on a request whose earlier try may have acted. A result settles the doubt, and so does an error of the contract
 * that stays: the provider has looked at the key. That it was not reached, was busy or refused says nothing of the earlier try.
 */
export function afterDoubt(manifest: SkillManifest, verdict: Verdict): Verdict {
  if (verdict.kind === 'succeeded' || verdict.outcome === 'unknown') return verdict;
  const { code } = verdict.error;
  if (manifest.errors.some((declared) => declared.code === code && !declared.retryable)) return verdict;
  return failure('unknown', 'outcome_unknown', 'An earlier try may have acted; whether it has is not known.', {
    repeatable: verdict.repeatable,
  });
}
