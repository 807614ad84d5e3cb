/** A day of the proleptic Gregorian calendar, without time or zone. */
export interface CivilDay {
  readonly year: number;
  /** 1–12 */
  readonly month: number;
  /** 1–31 */
  readonly day: number;
}

/** Days since 1970-01-01 (days_from_civil, H. Hinnant, “chrono-compatible low-level date algorithms”). */
export function dayNumber({ year, month, day }: CivilDay): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The inverse of dayNumber (civil_from_days, same source). */
export function civilDayAt(number: number): CivilDay {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}

/** 1 Monday … 7 Sunday. */
export function weekday(day: CivilDay): number {
  return ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;
}

/** Undefined for a day that no calendar has, such as 30 February. */
export function validDay(year: number, month: number, day: number): CivilDay | undefined {
  if (year < 1900 || year > 2999 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const candidate = { year, month, day };
  const back = civilDayAt(dayNumber(candidate));
  return back.month === month && back.day === day ? candidate : undefined;
}

export function isoDay({ year, month, day }: CivilDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
