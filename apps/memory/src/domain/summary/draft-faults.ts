import { countTokens } from './count-tokens';
import { fidelity, type Fault } from './fidelity';
import type { Reading, Round } from './round';
import type { SummaryLimits } from './summarise';

/** Why a summary that a model has drafted is not used: it holds what its source lacks, or is longer than allowed (M35). Empty: it is. */
export function draftFaults(
  draft: string,
  source: readonly Round[],
  limits: Pick<SummaryLimits, 'maxCharacters' | 'maxTokens'>,
  reading: Reading,
): readonly Fault[] {
  const fits = draft.length <= limits.maxCharacters && countTokens(draft) <= limits.maxTokens;
  const long: Fault[] = fits ? [] : [{ kind: 'length', text: `${draft.length} characters` }];
  return [...fidelity(draft, source, reading).faults, ...long];
}
