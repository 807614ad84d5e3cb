import { closeSpaces } from '../close-spaces';
import { foldWidth } from '../fold-width';
import type { Box } from './box';
import { EN_RULES } from './en/en-rules';
import { type Frame, saysDay, saysYear } from './frame';
import { isoValue } from './iso-value';
import { NUMERIC_RULES } from './numeric-rules';
import { type Phrase, readPhrases } from './phrases';
import { areEnds, resolveRange } from './ranges';
import { bounded, boundOf } from './relations';
import { resolveFrame } from './resolve-frame';
import type { TimeContext, TimeExpression } from './time-expression';
import { isoDuration } from './time-spans';
import { WallClock } from './wall-clock';
import { readWords } from './words';
import { ZH_RULES } from './zh/zh-rules';

/** More than these no request names: a longer list would only fill the answer. */
const MAX_TIMES = 128;

/**
 * What a text says about time, in Chinese, English or both, in the order in which it stands and without overlaps; at most 128. Relative
 * words count from `nowMs` by the user's calendar, and what comes out is UTC; where a clock change leaves a choice see `utcOf`. Pure.
 */
export function findTimes(text: string, context: TimeContext): TimeExpression[] {
  const closed = closeSpaces(foldWidth(text));
  return timesIn(closed.text, context).map(({ named, ...time }) => ({
    ...time,
    ...quoted(text, closed.given(time.start, time.end)),
    ...(named ? { named: closed.given(named.start, named.end) } : {}),
  }));
}

/** Of a text that is width-folded and closed already. */
function timesIn(text: string, context: TimeContext): TimeExpression[] {
  const han = /\p{Script=Han}/u.test(text);
  const rules = [...(han ? ZH_RULES : []), ...(/[a-z]/i.test(text) ? EN_RULES : []), ...NUMERIC_RULES];
  const phrases = readPhrases(text, readWords(text, rules));
  const clock = new WallClock(context);
  const found: TimeExpression[] = [];
  for (let i = 0; i < phrases.length && found.length < MAX_TIMES; i++) {
    const phrase = phrases[i];
    const next = phrases[i + 1];
    if (!phrase) continue;
    const range = next && areEnds(text, phrase, next) && rangeOf(text, phrase, next, clock);
    // A word between two times, as 前 in 明天前小时, belongs to the one that has read it.
    const own = next && !next.weak ? text.slice(0, next.start) : text;
    const expression = range || (phrase.weak ? undefined : expressionOf(own, phrase, clock));
    if (range) i++;
    if (expression) found.push(expression);
  }
  return found;
}

/** Opening hours “from Monday to Friday” are of every week. */
const ofAnyWeek = ({ weekday, week, which, day, dayBy, year, nth }: Frame) =>
  weekday !== undefined && (week ?? which ?? day ?? dayBy ?? year ?? nth) === undefined;

function rangeOf(text: string, a: Phrase, b: Phrase, clock: WallClock): TimeExpression | undefined {
  if (a.frame.span || b.frame.span || (a.weak && b.weak)) return undefined;
  const box = resolveRange(a, b, clock.calendar);
  if (!box) return undefined;
  return {
    ...quoted(text, { start: a.start, end: b.end }),
    kind: 'range',
    ...timesOf(box, clock),
    value: isoValue(box, true),
    yearGiven: saysYear(a.frame) || b.frame.year !== undefined,
    dayGiven: (saysDay(a.frame) || saysDay(b.frame)) && !(ofAnyWeek(a.frame) && ofAnyWeek(b.frame)),
  };
}

function expressionOf(text: string, { start, end, frame }: Phrase, clock: WallClock): TimeExpression | undefined {
  if (frame.span)
    return {
      ...quoted(text, { start, end }),
      kind: 'span',
      grain: 'period',
      span: frame.span,
      value: isoDuration(frame.span),
      yearGiven: false,
      dayGiven: false,
    };
  const box = resolveFrame(frame, clock.calendar);
  if (!box) return undefined;
  const said = { yearGiven: saysYear(frame), dayGiven: saysDay(frame) };
  const bound = frame.shift || frame.rolling ? undefined : boundOf(text, start, end);
  if (!bound)
    return {
      ...quoted(text, { start, end }),
      kind: isPoint(box) ? 'point' : 'range',
      ...timesOf(box, clock),
      ...lengthOf(frame),
      value: isoValue(box, !isPoint(box)),
      ...said,
    };
  const { from, until } = bounded(bound, box, clock.calendar.now);
  return {
    ...quoted(text, bound),
    kind: 'range',
    grain: box.grain,
    ...(from === undefined ? {} : { fromMs: clock.utcOf(from) }),
    ...(until === undefined ? {} : { untilMs: clock.utcOf(until) }),
    relation: bound.relation,
    named: { start, end },
    value: isoValue(box, !isPoint(box)),
    ...said,
  };
}

const quoted = (text: string, { start, end }: { readonly start: number; readonly end: number }) => ({
  text: text.slice(start, end),
  start,
  end,
});

const timesOf = ({ from, until, grain }: Box, clock: WallClock) => ({
  grain,
  fromMs: clock.utcOf(from),
  untilMs: clock.utcOf(until),
});

const lengthOf = ({ rolling }: Frame) => (rolling ? { span: rolling.span } : {});

const POINTS: ReadonlySet<Box['grain']> = new Set(['second', 'minute', 'hour', 'part', 'day']);
const isPoint = ({ grain }: Box) => POINTS.has(grain);
