import { findTimes } from '../anchors/time/find-times';
import { plus } from '../anchors/time/local-time';
import type { TimeExpression } from '../anchors/time/time-expression';
import { localOf, utcOf } from '../anchors/time/time-zone';
import type { Period } from './period';

export interface AskedAt {
  readonly nowMs: number;
  /** IANA. */
  readonly timeZone: string;
}

/** More expressions than these no question names. */
const MAX_EXPRESSIONS = 6;
/** How far back a day without a year or a month is looked for. */
const EARLIER_YEARS = 6;
const EARLIER_MONTHS = 12;
/** A question that is longer is none; UTF-16 units. */
const MAX_QUESTION = 2_000;

const OPEN_START_MS = -8_640_000_000_000_000;
const OPEN_END_MS = 8_640_000_000_000_000;
const BARE_DAY = /^(?:(?:on )?the )?[\d一二三四五六七八九十廿]{1,3} ?(?:号|日|st|nd|rd|th)$/i;
/** Words for no time in particular: they name no period. */
const VAGUE =
  /^(?:现在|目前|当时|那时|now|then|once|before|earlier)$|最近|近来|近期|近日|以前|之前|从前|过去|曾经|后来|[前近这那]几|几[天日周月年个]|若干|前段|前阵|阵子|一段时间|前不久|不久|recent|lately|\b(?:few|several|couple|some|other day|while|long ago|the past)\b/i;

/**
 * The periods that a question names, each expression with its readings, the likeliest first: questions to memory look back, so the last
 * occurrence comes first, then the next, then those of earlier years (of earlier months for a bare “27号”).
 */
export function askedPeriods(question: string, at: AskedAt): Period[] {
  const text = question.slice(0, MAX_QUESTION);
  const back = named(text, at, 'past');
  if (back.length === 0) return [];
  const ahead = named(text, at, 'future');
  return back.slice(0, MAX_EXPRESSIONS).flatMap((expression, i) => {
    const next = ahead.find(({ start, end }) => start === expression.start && end === expression.end);
    return readings(expression, next, at.timeZone).map((period) => ({
      ...period,
      text: expression.text,
      expression: i,
    }));
  });
}

function named(text: string, at: AskedAt, direction: 'past' | 'future'): TimeExpression[] {
  return findTimes(text, { ...at, direction }).filter(
    ({ kind, dayGiven, fromMs, untilMs, text: words }) =>
      kind !== 'span' && dayGiven && (fromMs !== undefined || untilMs !== undefined) && !VAGUE.test(words.trim()),
  );
}

type Stretch = Pick<Period, 'fromMs' | 'untilMs'>;

function readings(back: TimeExpression, ahead: TimeExpression | undefined, timeZone: string): Stretch[] {
  const first = stretchOf(back);
  if (back.yearGiven) return [first];
  const unit = BARE_DAY.test(back.text.trim()) ? 'month' : 'year';
  const isWeekday =
    unit === 'year' &&
    !/\d|[一二三四五六七八九十]月|月|节|假|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i.test(back.text);
  const earlier = Array.from({ length: isWeekday ? 0 : unit === 'year' ? EARLIER_YEARS : EARLIER_MONTHS }, (_, i) =>
    shifted(first, unit, -i - 1, timeZone),
  );
  return [first, ...(ahead ? [stretchOf(ahead)] : []), ...earlier];
}

const stretchOf = ({ fromMs = OPEN_START_MS, untilMs = OPEN_END_MS }: TimeExpression): Stretch => ({ fromMs, untilMs });

function shifted({ fromMs, untilMs }: Stretch, unit: 'month' | 'year', count: number, timeZone: string): Stretch {
  const move = (utc: number): number =>
    utc === OPEN_START_MS || utc === OPEN_END_MS ? utc : utcOf(plus(localOf(utc, timeZone), unit, count), timeZone);
  return { fromMs: move(fromMs), untilMs: move(untilMs) };
}
