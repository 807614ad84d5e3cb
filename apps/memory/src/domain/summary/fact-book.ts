import { entityKey, keyFacts, type KeyFact } from './key-facts';
import type { Said } from './said';
import { verbStem } from './stated-actions';

/** A text as the judge of summaries reads it: its facts, and its words where a name may stand that no rule finds. */
export class FactBook {
  private readonly keys = new Set<string>();
  private readonly numbers = new Map<string, Set<string>>();
  private readonly dates: string[] = [];
  private readonly texts: string[] = [];
  /** Names, lower-cased. */
  private readonly names: string[] = [];
  private stems: ReadonlySet<string> | undefined;

  /** Facts are found text by text, as each has a time of its own. */
  add(text: string, said: Said): this {
    for (const fact of keyFacts(text, said)) this.take(fact);
    this.texts.push(text.toLowerCase());
    return this;
  }

  /** A day on which something was said, which a summary may name. */
  addDay(isoDay: string): this {
    this.dates.push(isoDay);
    return this;
  }

  holds(fact: KeyFact): boolean {
    switch (fact.kind) {
      case 'entity':
        return this.keys.has(`entity ${fact.key}`) || this.namesVerbatim(fact.text) || this.usesWord(fact.text);
      case 'number':
        return (
          this.holdsNumber(fact.key) || this.texts.some((text) => occurrences(text, fact.text.toLowerCase()).length > 0)
        );
      case 'date':
        return this.holdsDate(fact.key);
      case 'action':
        return this.keys.has(`action ${fact.key}`);
    }
  }

  /** Whether the text uses a verb: a Chinese one anywhere, of an English one any form. */
  hasVerb(verb: string): boolean {
    if (/\p{Script=Han}/u.test(verb)) return this.texts.some((text) => text.includes(verb));
    this.stems ??= new Set(this.texts.flatMap((text) => (text.match(/[a-z]{3,24}/g) ?? []).map(verbStem)));
    return this.stems.has(verb);
  }

  /** Where a text writes names of this one in full: a part of such a name is no other name there. */
  namesIn(text: string): { start: number; end: number }[] {
    const read = text.toLowerCase();
    return this.names.flatMap((name) => occurrences(read, name).map((start) => ({ start, end: start + name.length })));
  }

  /** What looks like an English name may be a verb that opens a sentence. */
  private usesWord(name: string): boolean {
    return /^[A-Z][a-z]+$/.test(name) && this.hasVerb(verbStem(name.toLowerCase()));
  }

  private take({ kind, key, text }: KeyFact): void {
    this.keys.add(`${kind} ${key}`);
    if (kind === 'entity') this.names.push(text.toLowerCase());
    if (kind === 'date') this.dates.push(key);
    if (kind !== 'number') return;
    const [value = '', unit = ''] = key.split(' ');
    const units = this.numbers.get(value) ?? new Set();
    this.numbers.set(value, units.add(unit));
  }

  /** Verbatim, and somewhere not merely as a part of a longer name: 张三 is not in a text that knows only 张三丰. */
  private namesVerbatim(name: string): boolean {
    const sought = name.toLowerCase();
    if (entityKey(sought) === '') return true;
    const inside = this.names.filter((other) => other.length > sought.length && occurrences(other, sought).length > 0);
    const within = inside.reduce((sum, other) => sum + occurrences(other, sought).length, 0);
    return this.texts.reduce((sum, text) => sum + occurrences(text, sought).length, 0) > within;
  }

  /** The same value with the same unit, or one of them without any: “300” answers “300元”, “300件” does not. */
  private holdsNumber(key: string): boolean {
    const [value = '', unit = ''] = key.split(' ');
    const units = this.numbers.get(value);
    return units !== undefined && (unit === '' || units.has('') || units.has(unit));
  }

  /** The same time, or a coarser one where the text knows it finer; of a range either end. */
  private holdsDate(key: string): boolean {
    const [from = key, until] = key.split('/');
    if (until !== undefined && !this.dates.includes(key)) return this.holdsDate(from) && this.holdsDate(until);
    return this.dates.some((date) => date === key || date.split('/').some((end) => end === key || isWithin(end, key)));
  }
}

const isWithin = (date: string, key: string): boolean => date.startsWith(key) && /[T-]/.test(date.charAt(key.length));

/** Where a name stands by itself: not inside a longer word, code or number. */
function occurrences(text: string, sought: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(sought); at >= 0 && found.length < 1_000; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    const joined =
      runsOn(text.slice(Math.max(0, at - 2), at + 1)) || runsOn([...text.slice(end - 1, end + 2)].reverse().join(''));
    if (!joined) found.push(at);
  }
  return found;
}

/** Whether the last character goes on the word or the number that stands before it: “x3”, “1,3”. */
const runsOn = (text: string): boolean => /[a-z0-9][a-z0-9]$|\d[.,]\d$/.test(text);
