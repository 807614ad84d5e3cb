import { showsAnswer } from './answer-shape';
import type { Candidate } from './candidate';
import { countNeedles, lengthInTerms, matchScore } from './match-text';
import type { Needle, Question } from './question';
import type { RecallPolicy } from './recall-policy';
import { askedAndStated, spokenIn, withoutDate } from './spoken-lines';

/** What of a candidate speaks for it, each 0…1. */
export interface Relevance {
  /** Share of the best possible keyword score, the asked speaker's words counting more. */
  readonly words: number;
  /** The same of what the assistant asked, and of what the user said, just before. */
  readonly askedBefore: number;
  readonly saidBefore: number;
  /** Raw; absent where the item has no vector of the question's model. */
  readonly cosine?: number;
  /** 1 on a day or in days that the question names, less in a long period that it names beside other words, else 0. */
  readonly period: number;
  /** The share of what the question says that the text says, too: of its words, each by its rarity in the language. */
  readonly coverage: number;
  /** Has what looks like an answer of the kind that is asked for, in the asked speaker's words. */
  readonly shaped: boolean;
}

const DAY_MS = 86_400_000;
/** A longer period, such as a month, says less than the words beside it. */
const NARROW_DAYS = 10;
const LONG_PERIOD = 0.2;

const isNarrow = ({ needles, periods }: Question): boolean =>
  needles.length === 0 ||
  !periods.every(({ fromMs, untilMs }) => untilMs - fromMs > NARROW_DAYS * DAY_MS) ||
  periods.length === 0;

type Counts = readonly number[];

/** A text with the counts of the needles, of an exchange by speaker. */
interface Read {
  readonly text: string;
  readonly all: Counts;
  readonly length: number;
  readonly exchange?: {
    readonly user: string;
    readonly assistant: string;
    /** What the user stated; what he asked tells nothing about him. */
    readonly stated: Counts;
    readonly answered: Counts;
    readonly said: Counts;
    /** What the assistant asked. */
    readonly asked: Counts;
  };
}

/** How each candidate bears on the question: exact counts in its text, weighed by how few of the candidates have a word. */
export function relevances(question: Question, candidates: readonly Candidate[], policy: RecallPolicy): Relevance[] {
  const { needles, speaker, shapes } = question;
  const texts = new Map<string, Read>();
  const named = isNarrow(question) ? 1 : LONG_PERIOD;
  const read = (text: string): Read => {
    const known = texts.get(text) ?? readText(text, needles);
    texts.set(text, known);
    return known;
  };
  const own = candidates.map(({ content }) => read(content));
  const rarity = rarities(needles.length, own);
  const score = (counts: Counts, length: number): number => matchScore(counts, needles, rarity, length);
  return candidates.map((candidate, i) => {
    const { text, all, length, exchange } = own[i] ?? read(candidate.content);
    const before = candidate.before === undefined ? undefined : read(candidate.before);
    const everywhere = score(all, length);
    const spoken = candidate.kind === 'episode' ? exchange : undefined;
    const words =
      spoken && speaker
        ? everywhere * (1 - policy.weights.speaker) +
          score(speaker === 'user' ? spoken.stated : spoken.answered, length) * policy.weights.speaker
        : everywhere;
    return {
      words,
      askedBefore: before?.exchange ? score(before.exchange.asked, before.length) : 0,
      saidBefore: before?.exchange ? score(before.exchange.said, before.length) : 0,
      ...(candidate.cosine === undefined ? {} : { cosine: candidate.cosine }),
      period: candidate.arms.time === undefined ? 0 : named,
      coverage: coverageOf(all, needles),
      shaped: shapes.length > 0 && showsAnswer(spoken && speaker ? spoken[speaker] : text, shapes),
    };
  });
}

function coverageOf(counts: Counts, needles: readonly Needle[]): number {
  const whole = needles.reduce((sum, { weight }) => sum + weight, 0);
  const said = needles.reduce((sum, { weight }, i) => sum + ((counts[i] ?? 0) > 0 ? weight : 0), 0);
  return whole === 0 ? 0 : said / whole;
}

function readText(content: string, needles: readonly Needle[]): Read {
  const text = withoutDate(content);
  const spoken = spokenIn(content);
  const length = lengthInTerms(text);
  if (!spoken) return { text, all: countNeedles(text, needles), length };
  const count = (part: string): Counts => (part === '' ? [] : countNeedles(part, needles));
  const users = askedAndStated(spoken.user);
  const assistants = askedAndStated(spoken.assistant);
  const [stated, wondered] = [count(users.stated), count(users.asked)];
  const [claimed, asked] = [count(assistants.stated), count(assistants.asked)];
  const sum = (a: Counts, b: Counts): Counts => needles.map((_, i) => (a[i] ?? 0) + (b[i] ?? 0));
  const [said, answered] = [sum(stated, wondered), sum(claimed, asked)];
  return { text, all: sum(said, answered), length, exchange: { ...spoken, stated, said, answered, asked } };
}

/** ln(1 + (N − df + ½) / (df + ½)) among the candidates, as a share of that of a word which one of them has. */
function rarities(needles: number, read: readonly Read[]): number[] {
  const total = read.length;
  const idf = (having: number) => Math.log(1 + (total - having + 0.5) / (having + 0.5));
  const having = Array.from({ length: needles }, (_, i) => read.filter(({ all }) => (all[i] ?? 0) > 0).length);
  return having.map((count) => idf(Math.max(1, count)) / idf(1));
}
