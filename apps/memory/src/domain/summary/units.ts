import { cleaned } from './cleaned';
import { isCourtesy, takesOffer } from './courtesy';
import { isHedged } from './hedges';
import { anchorsOf, keyFacts, type KeyFact } from './key-facts';
import { messagesOf, type Reading, type Round, type Speaker } from './round';
import { clausesOf, sentences } from './sentences';

/** One sentence of a dialogue as a summary may take it in. */
export interface Unit {
  readonly speaker: Speaker;
  readonly asks: boolean;
  /** Dates absolute, names canonical. */
  readonly text: string;
  /** Offsets count in `text`. */
  readonly facts: readonly KeyFact[];
  readonly language: 'zh' | 'en';
  readonly saidAtMs: number;
}

/** Sentences of more characters are pasted; only their facts are taken over. */
const MAX_SENTENCE = 400;

/** The sentences of a dialogue in order, without courtesy; of what is to last, hedged ones are dropped, too (M12). */
export function unitsOf(rounds: readonly Round[], reading: Reading, hedged: 'keep' | 'drop'): Unit[] {
  let previous: string | undefined;
  return rounds.flatMap((round) => {
    const said = { nowMs: round.saidAtMs, timeZone: reading.timeZone };
    return messagesOf(round).flatMap(({ speaker, text: message }) => {
      const empty = isCourtesy(message) && !(speaker === 'user' && takesOffer(message, previous));
      previous = message;
      if (empty) return [];
      return sentences(message).flatMap(({ text, asks }): Unit[] => {
        if (isCourtesy(text) && text !== message) return [];
        if (hedged === 'drop' && isHedged(text)) return [];
        const anchors = anchorsOf(text, said);
        const clean = cleaned(text, anchors, reading.names);
        const facts = keyFacts(clean, said);
        const language = /\p{Script=Han}/u.test(clean) ? 'zh' : 'en';
        return [{ speaker, asks, text: clean, facts, language, saidAtMs: round.saidAtMs }];
      });
    });
  });
}

/** The ways to write a unit that keep the wanted facts, the shortest first: facts alone, its clauses that hold one, the sentence. */
export function renderings(unit: Unit, wanted: readonly KeyFact[]): string[] {
  const [comma, asked] = unit.language === 'zh' ? ['，', '？'] : [', ', '?'];
  const mark = unit.speaker === 'assistant' ? '→' : '';
  const end = unit.asks ? asked : '';
  const bare = (facts: readonly KeyFact[]): string => facts.map(bareFact).join(unit.language === 'zh' ? '、' : ', ');
  const clauses = clausesOf(unit.text, unit.facts)
    .filter((clause) => unit.facts.some(({ start, end }) => clause.start <= start && end <= clause.end))
    .map(({ text }) => text);
  const written = [bare(wanted), bare(unit.facts)];
  if (unit.text.length <= MAX_SENTENCE) written.push(clauses.join(comma) + end, unit.text + end);
  const worded = [...new Set(written.filter((text) => text !== '' && text !== end))].map((text) => mark + text);
  // What is longer than a fuller wording is of no use.
  return worded.filter((text, i) => worded.slice(i + 1).every((fuller) => fuller.length > text.length));
}

/** A denied action keeps its denial without its sentence. */
function bareFact({ kind, key, text }: KeyFact): string {
  if (kind !== 'action' || !key.startsWith('not ')) return text;
  return /\p{Script=Han}/u.test(text) ? `未${text}` : `not ${text}`;
}
