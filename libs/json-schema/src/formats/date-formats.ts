const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i;
const DURATION_TIME = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`;
const DURATION = new RegExp(
  String.raw`^P(?:\d+W|(?:\d+D|\d+M(?:\d+D)?|\d+Y(?:\d+M(?:\d+D)?)?)(?:${DURATION_TIME})?|${DURATION_TIME})$`,
);
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339, full-date. */
export function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (DATE.exec(text) ?? []).map(Number);
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= (DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
}

/** RFC 3339, full-time; a leap second only at the end of a day in UTC. */
export function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((nth) => Number(match[nth] ?? 0));
  if (hour === undefined || minute === undefined || second === undefined) return false;
  if (hour > 23 || minute > 59 || second > 60 || (offsetHour ?? 0) > 23 || (offsetMinute ?? 0) > 59) return false;
  const offset = ((offsetHour ?? 0) * 60 + (offsetMinute ?? 0)) * (match[4] === '-' ? -1 : 1);
  const minuteOfDay = (((hour * 60 + minute - offset) % 1_440) + 1_440) % 1_440;
  return second < 60 || minuteOfDay === 1_439;
}

/** RFC 3339, date-time. */
export function isDateTime(text: string): boolean {
  return /^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** RFC 3339, appendix A. */
export const isDuration = (text: string): boolean => DURATION.test(text);
