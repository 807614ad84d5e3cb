import { fieldTerms } from '../../domain/signals/field-terms';
import { FIELD_KEY, type Signal } from '../../domain/signals/shown-preference';
import type { SignalsPolicy } from '../../domain/signals/signals-policy';
import type { Reading } from '../../domain/utterance/read-utterance';
import type { SignalIntent } from '../../ports/turn-ledger';

/** What the commit of the turn has to note: the preferences that it shows without stating them, and the terms of a field in it (M15). */
export function signalsIn(
  { text, acts, anchors }: Pick<Reading, 'text' | 'acts' | 'anchors'>,
  shown: readonly Signal[],
  policy: SignalsPolicy,
): SignalIntent[] {
  const spans = [...anchors, ...acts].flatMap((one) =>
    'text' in one ? [one.text] : 'value' in one ? [one.value ?? ''] : [],
  );
  const terms = fieldTerms(text, spans, policy.terms).map((value) => ({ key: FIELD_KEY, value }));
  return [...shown, ...terms].map(({ key, value }) => ({ type: 'signal', key, value }));
}
