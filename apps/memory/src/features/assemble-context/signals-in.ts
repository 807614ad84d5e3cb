import { fieldTerms } from '../../domain/signals/field-terms';
import { readSignals, speaksOf } from '../../domain/signals/read-signals';
import { FIELD_KEY, type Signal } from '../../domain/signals/shown-preference';
import type { SignalsPolicy } from '../../domain/signals/signals-policy';
import type { Reading } from '../../domain/utterance/read-utterance';
import type { SignalIntent } from '../../ports/turn-ledger';

/** What an utterance shows without stating it, as what its commit has to note (M15); what it states of the same needs no signal. */
export function signalsIn(
  { text, acts, anchors }: Pick<Reading, 'text' | 'acts' | 'anchors'>,
  previousReply: string | undefined,
  policy: SignalsPolicy,
): SignalIntent[] {
  const stated = acts.flatMap((act) => (act.act === 'declare' ? [{ key: act.key, value: act.value }] : []));
  const isStated = ({ key }: Signal): boolean =>
    stated.some((one) => one.key === key || (one.key === 'preference' && speaksOf(one.value, key)));
  const after = { longReply: policy.longReply, ...(previousReply === undefined ? {} : { previousReply }) };
  const taken = [
    ...anchors.map((anchor) => anchor.text),
    ...acts.flatMap((act) => ('value' in act && act.value ? [act.value] : [])),
  ];
  const terms = fieldTerms(text, taken, policy.terms).map((value) => ({ key: FIELD_KEY, value }));
  return [...readSignals(text, after).filter((signal) => !isStated(signal)), ...terms].map((signal) => ({
    type: 'signal',
    ...signal,
  }));
}
