import { countTokens } from './count-tokens';
import { FactBook } from './fact-book';
import type { KeyFact } from './key-facts';
import type { Reading, Round } from './round';
import { writtenOn } from './said';
import { sentences } from './sentences';
import { renderings, type Unit, unitsOf } from './units';

export interface SummaryLimits {
  readonly maxSentences: number;
  readonly maxCharacters: number;
  readonly maxTokens: number;
}

export interface Summary {
  /** At most as many sentences, characters and tokens as allowed; a sentence may be a list. Empty where nothing was worth keeping. */
  readonly text: string;
  readonly sentences: readonly string[];
  readonly tokens: number;
  /** Facts of the dialogue that the limits left no room for; nothing is dropped silently. */
  readonly lost: readonly Pick<KeyFact, 'kind' | 'key' | 'text'>[];
}

export interface SummaryReading extends Reading {
  /** What is to outlive its session says nothing that was hedged; a window keeps it. */
  readonly hedged: 'keep' | 'drop';
  /** Values that stay before all others: the core entities of the session. */
  readonly core?: ReadonlySet<string>;
}

/**
 * An extract of a dialogue in the order of time. First every fact of it, each once; then, as far as the limits allow, the sentences
 * around them, the user's before the assistant's (→ marks these), then what the user said without any fact.
 */
export function summarise(rounds: readonly Round[], limits: SummaryLimits, reading: SummaryReading): Summary {
  return extract(unitsOf(rounds, reading, reading.hedged), limits, reading);
}

/** A dialogue as one summary, or as several within the limits, in order, where one has no room for every fact. */
export function summariseInParts(
  rounds: readonly Round[],
  limits: SummaryLimits,
  reading: SummaryReading,
): readonly Summary[] {
  const parts = (units: readonly Unit[]): readonly Summary[] => {
    const whole = extract(units, limits, reading);
    if (whole.lost.length === 0 || units.length < 2) return whole.text === '' ? [] : [whole];
    const middle = Math.ceil(units.length / 2);
    return [...parts(units.slice(0, middle)), ...parts(units.slice(middle))];
  };
  return parts(unitsOf(rounds, reading, reading.hedged));
}

/** The summary of a dialogue that has been read into its units. */
export function extract(
  units: readonly Unit[],
  limits: SummaryLimits,
  { timeZone, core }: Pick<SummaryReading, 'timeZone' | 'core'>,
): Summary {
  const draft = new Draft(units, limits);
  const facts = distinctFacts(units, core);
  for (const { unit, fact } of facts) draft.takeFact(unit, fact);
  const withFacts = (of: Unit['speaker']) =>
    units.filter(({ speaker, facts: { length } }) => speaker === of && length > 0);
  const without = (of: Unit['speaker']) =>
    units.filter(({ speaker, facts: { length }, asks }) => speaker === of && length === 0 && !asks);
  for (const unit of [...withFacts('user'), ...without('user'), ...withFacts('assistant'), ...without('assistant')])
    draft.widen(unit);
  const written = draft.write();
  const text = written.join('');
  const book = new FactBook();
  const said = writtenOn(units.at(-1)?.saidAtMs ?? 0, timeZone);
  for (const sentence of sentences(text)) book.add(sentence.text, said);
  return {
    text,
    sentences: written.map((sentence) => sentence.trim()),
    tokens: countTokens(text),
    lost: facts.flatMap(({ fact }) => (book.holds(fact) ? [] : [{ kind: fact.kind, key: fact.key, text: fact.text }])),
  };
}

interface PlacedFact {
  readonly unit: Unit;
  readonly fact: KeyFact;
}

/** Each fact where it is first spoken of; those that must stay first. */
function distinctFacts(units: readonly Unit[], core: ReadonlySet<string> | undefined): PlacedFact[] {
  const first = new Map<string, PlacedFact>();
  for (const unit of units)
    for (const fact of unit.facts) {
      const name = `${fact.kind} ${fact.key}`;
      if (!first.has(name)) first.set(name, { unit, fact });
    }
  const rankOf = ({ fact }: PlacedFact): number => (core?.has(fact.text) ? -1 : fact.rank);
  return [...first.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

/** A summary in the making. Invariant: what `write` gives keeps the limits. */
class Draft {
  private readonly chosen = new Map<Unit, { facts: KeyFact[]; text: string }>();
  private characters = 0;
  private tokens = 0;

  constructor(
    private readonly units: readonly Unit[],
    private readonly limits: SummaryLimits,
  ) {}

  /** Adds one fact to what is written of its unit, if it fits. */
  takeFact(unit: Unit, fact: KeyFact): void {
    const before = this.chosen.get(unit);
    const facts = [...(before?.facts ?? []), fact].sort((a, b) => a.start - b.start);
    const [shortest] = renderings(unit, facts);
    if (shortest !== undefined) this.put(unit, facts, shortest);
  }

  /** Writes a unit as fully as fits. */
  widen(unit: Unit): void {
    const facts = this.chosen.get(unit)?.facts ?? [];
    if (unit.facts.length > 0 && facts.length === 0) return;
    for (const text of renderings(unit, facts).toReversed()) if (this.put(unit, facts, text)) return;
  }

  private put(unit: Unit, facts: KeyFact[], text: string): boolean {
    const before = this.chosen.get(unit)?.text;
    const characters = this.characters - (before === undefined ? 0 : before.length + JOINER) + text.length + JOINER;
    if (characters > this.limits.maxCharacters) return false;
    const tokens = this.tokens - (before === undefined ? 0 : tokensOf(before)) + tokensOf(text);
    if (tokens > this.limits.maxTokens) return false;
    this.characters = characters;
    this.tokens = tokens;
    this.chosen.set(unit, { facts, text });
    return true;
  }

  /** The sentences with their closing marks: runs of units in order, about equally long. */
  write(): string[] {
    const texts = this.units.flatMap((unit) => {
      const chosen = this.chosen.get(unit);
      return chosen ? [chosen.text] : [];
    });
    for (;;) {
      const written = this.inSentences(texts);
      // Tokens of the parts are near those of the whole, and may be fewer.
      if (texts.length === 0 || countTokens(written.join('')) <= this.limits.maxTokens) return written;
      texts.pop();
    }
  }

  private inSentences(texts: readonly string[]): string[] {
    const share = texts.reduce((sum, { length }) => sum + length, 0) / this.limits.maxSentences;
    const groups: string[][] = [];
    let length = 0;
    for (const text of texts) {
      const due = groups.length === 0 || (length >= share * groups.length && groups.length < this.limits.maxSentences);
      if (due || texts.length <= this.limits.maxSentences) groups.push([text]);
      else groups.at(-1)?.push(text);
      length += text.length;
    }
    return groups.map((group, i) => joined(group) + (i < groups.length - 1 ? gapAfter(group) : ''));
  }
}

/** At most two characters part or close what is written: “；”, “; ”, “。”, “. ”. */
const JOINER = 2;

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

function joined(group: readonly string[]): string {
  const parts = group.map((text, i) => (i === group.length - 1 ? text : text + (isHan(text) ? '；' : '; ')));
  const text = parts.join('');
  return /[？?]$/.test(text) ? text : text + (isHan(group.at(-1) ?? '') ? '。' : '.');
}

const gapAfter = (group: readonly string[]): string => (isHan(group.at(-1) ?? '') ? '' : ' ');

const tokensOf = (text: string): number => countTokens(text) + 1;
