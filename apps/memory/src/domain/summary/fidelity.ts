import { isoDay } from '../anchors/civil-day';
import { civilDayOf } from '../anchors/time/time-zone';
import { canonicalNames } from './cleaned';
import { FactBook } from './fact-book';
import { type FactKind, type KeyFact, keyFacts } from './key-facts';
import { messagesOf, type Reading, type Round } from './round';
import { sentences } from './sentences';
import { otherVerbs } from './stated-actions';

/** What a summary says that its source does not; of `order`, the sentence that comes too late; of `length`, how long it is. */
export interface Fault {
  readonly kind: FactKind | 'order' | 'length';
  readonly text: string;
}

export interface Fidelity {
  readonly faithful: boolean;
  readonly faults: readonly Fault[];
}

/**
 * Whether a summary, a model's or an extract, holds nothing that its source lacks: no entity, number, date or action, and no later
 * round told before an earlier one (M35). Relative dates in it count from the last round.
 */
export function fidelity(summary: string, source: readonly Round[], reading: Reading): Fidelity {
  const books = source.map((round) => bookOf(round, reading));
  const said = { nowMs: source.at(-1)?.saidAtMs ?? 0, timeZone: reading.timeZone };
  const facts = keyFacts(summary, said);
  const named = books.flatMap((book) => book.namesIn(summary));
  const known = ({ start, end }: KeyFact): boolean => named.some((span) => span.start <= start && end <= span.end);
  const invented = facts.filter((fact) => !books.some((book) => book.holds(fact)) && !known(fact));
  const verbs = otherVerbs(summary).filter(({ action }) => !books.some((book) => book.hasVerb(action)));
  const faults: Fault[] = [
    ...invented.map(({ kind, text }) => ({ kind, text })),
    ...verbs.map(({ text }) => ({ kind: 'action' as const, text })),
    ...outOfOrder(summary, books, (sentence) => keyFacts(sentence, said)).map((text) => ({
      kind: 'order' as const,
      text,
    })),
  ];
  return { faithful: faults.length === 0, faults };
}

function bookOf(round: Round, { timeZone, names }: Reading): FactBook {
  const said = { nowMs: round.saidAtMs, timeZone };
  const book = new FactBook().addDay(isoDay(civilDayOf(round.saidAtMs, timeZone)));
  for (const { text } of messagesOf(round)) {
    book.add(text, said);
    const canonical = canonicalNames(text, names);
    if (canonical !== text) book.add(canonical, said);
  }
  return book;
}

/** A sentence stands where the earliest round is that alone knows one of its facts; facts that several rounds know place nothing. */
function outOfOrder(
  summary: string,
  books: readonly FactBook[],
  factsOf: (sentence: string) => readonly KeyFact[],
): string[] {
  let latest = -1;
  return sentences(summary).flatMap(({ text }) => {
    const places = factsOf(text).flatMap((fact) => {
      const rounds = books.flatMap((book, i) => (book.holds(fact) ? [i] : []));
      return rounds.length === 1 ? rounds : [];
    });
    const place = Math.min(...places);
    const late = place < latest;
    if (places.length > 0) latest = Math.max(latest, place);
    return late ? [text] : [];
  });
}
