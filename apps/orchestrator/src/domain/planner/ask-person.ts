import type { Language } from '@plinth/contracts';
import type { ActiveTurn } from '../session/session';
import type { Sentence } from './composition';
import { phrasesOf } from './phrases';

/** Asks whom the turn names, where that may be one of several contacts: asked, not guessed (M9); undefined when everybody is known. */
export function askPerson({ memory }: ActiveTurn, language: Language): Sentence | undefined {
  const unclear = memory?.anchors.findLast(
    ({ kind, candidates }) => kind === 'person' && (candidates?.length ?? 0) > 0,
  );
  if (!unclear?.candidates) return undefined;
  const { whichPerson, thisPerson } = phrasesOf(language);
  const slots = { name: unclear.text, people: unclear.candidates.join(language === 'zh' ? '、' : ', ') };
  return { template: unclear.candidates.length > 1 ? whichPerson : thisPerson, slots };
}
