import { languageOf } from '@plinth/contracts';
import { deriveId } from '@plinth/kernel';
import type { ProfileIntent } from '../../domain/profile/intent';
import { fieldTerms } from '../../domain/signals/field-terms';
import { readSignals, speaksOf, type ReadSignal } from '../../domain/signals/read-signals';
import { FIELD_KEY, isValue, wordsOf, type Signal } from '../../domain/signals/shown-preference';
import type { SignalsPolicy } from '../../domain/signals/signals-policy';
import type { Reading } from '../../domain/utterance/read-utterance';
import type { SignalIntent, TurnIntent, TurnKnowledge } from '../../ports/turn-ledger';

interface Command {
  readonly id: string;
  readonly data: { readonly locale: string; readonly previous?: { readonly reply: string } | undefined };
}

/**
 * What an utterance shows without stating it, as what its commit has to note, and what it states of the same for good, as a candidate
 * (M15). What another rule has read as a declaration needs neither.
 */
export function signalsIn(
  { text, acts, anchors }: Pick<Reading, 'text' | 'acts' | 'anchors'>,
  { id, data }: Command,
  known: Pick<TurnKnowledge, 'profile' | 'candidates'>,
  policy: SignalsPolicy,
): TurnIntent[] {
  const declared = acts.flatMap((act) => (act.act === 'declare' ? [{ key: act.key, value: act.value }] : []));
  const isDeclared = ({ key }: Signal): boolean =>
    declared.some((one) => one.key === key || (one.key === 'preference' && speaksOf(one.value, key)));
  const after = { longReply: policy.longReply, ...(data.previous ? { previousReply: data.previous.reply } : {}) };
  const read = readSignals(text, after).filter((signal) => !isDeclared(signal));
  const language = languageOf(data.locale, text) === 'zh' ? 'zh' : 'en';
  const stated = read
    .filter((signal) => signal.stated && !isHeld(signal, known))
    .map((signal): ProfileIntent => ({
      type: 'declare',
      candidateId: deriveId('candidate', id, signal.key),
      key: signal.key,
      value: wordsOf(signal, language),
    }));
  const spans = [...anchors, ...acts].flatMap((one) =>
    'text' in one ? [one.text] : 'value' in one ? [one.value ?? ''] : [],
  );
  const terms = fieldTerms(text, spans, policy.terms).map((value) => ({ key: FIELD_KEY, value }));
  return [...stated, ...[...read.filter((signal) => !signal.stated), ...terms].map(noted)];
}

const noted = ({ key, value }: Signal): SignalIntent => ({ type: 'signal', key, value });

const isHeld = (signal: ReadSignal, { profile, candidates }: Pick<TurnKnowledge, 'profile' | 'candidates'>): boolean =>
  [...profile, ...candidates].some(({ key, value }) => key === signal.key && isValue(signal, value));
