import type { TimeExpression } from '../../../domain/anchors/time/time-expression';

const instant = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/** A time as the interface gives it: `from` inclusive and `until` exclusive, UTC; `value` in the calendar of who said it. */
export function timeBody({ text, start, end, kind, grain, fromMs, untilMs, ...time }: TimeExpression) {
  const { span, relation, value, yearGiven, dayGiven } = time;
  return {
    text,
    start,
    end,
    kind,
    grain,
    value,
    from: instant(fromMs),
    until: instant(untilMs),
    span,
    relation,
    year_given: yearGiven,
    day_given: dayGiven,
  };
}
