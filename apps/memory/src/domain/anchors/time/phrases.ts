import { type Frame, joined, saysDay, saysHour, saysWhichDay } from './frame';
import type { Word } from './words';

interface Said {
  readonly start: number;
  readonly end: number;
  readonly frame: Frame;
}

/** Neighbouring words that speak of one time. */
export interface Phrase extends Said {
  /** One word that alone says nothing about time: it counts as an end of a range or not at all. */
  readonly weak: boolean;
  /** Whether the time of day stands before the day: “4pm tomorrow”. */
  readonly hourFirst: boolean;
}

/** What may stand between words of one phrase. */
const BETWEEN =
  /^(?:\s{0,2}|\s?的\s?|\s?(?:那天|当天|当日)的?|\s?[,，、]\s?(?:(?:at|on|in|by) )?(?:the )?|,?\s(?:at|on|in|of|for|by|around|about|during|from|the|@|-)(?: (?:the|about|around))?\s|\s?@\s?|-|\s?[(（]\s?)$/i;
/** What follows a comma has to go further into the day, or say the same day in another way. */
const COMMA = /[,，、]/;
const LONGEST_GAP = 12;

interface Run extends Said {
  readonly words: readonly Word[];
}

/** Joins neighbouring words for as long as they speak of different things (see Frame). Two weak words make each other strong. */
export function readPhrases(text: string, words: readonly Word[]): Phrase[] {
  const phrases: Phrase[] = [];
  for (const run of runsOf(text, words, false))
    for (const { start, end, frame, words: parts } of isOneTime(run.frame) ? [run] : runsOf(text, run.words, true)) {
      if (unanchored(frame)) continue;
      const hourFirst = parts[0] !== undefined && saysHour(parts[0].frame);
      const weak = parts.length === 1 && parts[0]?.weak === true;
      phrases.push({ ...enumerated(text, phrases.at(-1), { start, end, frame }), weak, hourFirst });
    }
  return phrases;
}

const LISTED = /^\s?(?:[,，、和与及跟]|and|or|或者?)\s?(?:the )?$/i;

/** The days of a list share the month that its first names: 9月10号、11号. */
function enumerated(text: string, before: Said | undefined, phrase: Said): Said {
  const { start, end, frame } = phrase;
  const listed = before && start - before.end <= LONGEST_GAP && LISTED.test(text.slice(before.end, start));
  if (!listed || frame.day === undefined || frame.month || frame.year || before.frame.day === undefined)
    return { start, end, frame };
  const { month, year } = before.frame;
  return { start, end, frame: { ...frame, ...(month ? { month } : {}), ...(year ? { year } : {}) } };
}

function runsOf(text: string, words: readonly Word[], apart: boolean): Run[] {
  const runs: Run[] = [];
  let current: Run | undefined;
  for (const word of words) {
    const { start, end, frame } = word;
    const split = apart && current && (saysHour(current.frame) !== saysHour(frame) || frame.weekday !== undefined);
    const both = current && !split && together(text, current, word);
    if (current && both) {
      current = { start: current.start, end, frame: both, words: [...current.words, word] };
      continue;
    }
    if (current) runs.push(current);
    current = { start, end, frame, words: [word] };
  }
  return current ? [...runs, current] : runs;
}

/** “next week at two” are two times, for no day is named on which it would be two, and so are “in March on Sunday”. */
const isOneTime = (frame: Frame) =>
  !(saysHour(frame) && saysDay(frame) && !saysWhichDay(frame)) &&
  !(frame.weekday !== undefined && frame.month !== undefined && frame.day === undefined && !frame.nth);

function together(text: string, before: Said, word: Word): Frame | undefined {
  if (word.start - before.end > LONGEST_GAP) return undefined;
  const gap = text.slice(before.end, word.start);
  if (!BETWEEN.test(gap)) return undefined;
  if (isLength(before.frame) || isLength(word.frame)) return undefined;
  if (COMMA.test(gap) && saysDay(before.frame) && saysDay(word.frame) && !sameDay(before.frame, word.frame))
    return undefined;
  if (/^-$/.test(gap) && !word.weak && before.frame.clock) return undefined;
  return joined(before.frame, word.frame);
}

const isLength = ({ span, rolling }: Frame) => span !== undefined || rolling !== undefined;

/** “Sunday, 10 February”, “tomorrow, 13/04/21”, “May 3, 2021”. */
function sameDay(a: Frame, b: Frame): boolean {
  const named = (frame: Frame) => frame.weekday !== undefined || frame.dayBy !== undefined;
  return named(a) !== named(b) || b.year !== undefined;
}

/** “two days after” of nothing. */
function unanchored({ shift, ...rest }: Frame): boolean {
  return shift?.of === 'rest' && Object.keys(rest).length === 0;
}
