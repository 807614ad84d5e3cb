import type { Reading } from '../utterance/read-utterance';
import type { SpeechAct } from '../utterance/speech-act';
import { readSignals, speaksOf, type SaidAfter } from './read-signals';
import { isValue, wordsOf, type Signal } from './shown-preference';

interface Held {
  readonly key: string;
  readonly value: string;
}

/** What an utterance shows of how its user wants to be served, without what another rule has read as a declaration. */
export interface Preferences {
  /** Said for good: declarations as any other (M12, M14). */
  readonly stated: readonly (SpeechAct & { readonly act: 'declare' })[];
  /** To be noted, and believed only when sessions agree (M15). */
  readonly shown: readonly Signal[];
}

/** In the words of the language, or in those in which the same is held already, so that nothing is asked for twice. */
export function preferencesIn(
  { text, acts }: Pick<Reading, 'text' | 'acts'>,
  after: SaidAfter,
  language: 'zh' | 'en',
  held: readonly Held[],
): Preferences {
  const declared = acts.flatMap((act) => (act.act === 'declare' ? [act] : []));
  const isDeclared = ({ key }: Signal): boolean =>
    declared.some((one) => one.key === key || (one.key === 'preference' && speaksOf(one.value, key)));
  const read = readSignals(text, after).filter((signal) => !isDeclared(signal));
  const stated = read
    .filter((signal) => signal.stated)
    .map((signal) => ({
      ...({ act: 'declare', kind: 'facts', durable: true, many: false, corrects: false } as const),
      key: signal.key,
      value:
        held.find(({ key, value }) => key === signal.key && isValue(signal, value))?.value ?? wordsOf(signal, language),
    }));
  const shown = read
    .filter((signal) => !stated.some(({ key }) => key === signal.key))
    .map(({ key, value }) => ({ key, value }));
  return { stated, shown };
}
