import { failure, type Verdict } from './verdict';

/**
 * A verdict on a request whose earlier try may have acted: that this try did nothing says nothing about the earlier one.
 * A result, and a failure that the provider itself reports under the key, do settle it.
 */
export function afterDoubt(verdict: Verdict): Verdict {
  if (verdict.kind === 'succeeded' || verdict.outcome !== 'not_executed') return verdict;
  return failure('unknown', 'outcome_unknown', 'An earlier try may have acted; whether it has is not known.', {
    repeatable: verdict.repeatable,
  });
}
