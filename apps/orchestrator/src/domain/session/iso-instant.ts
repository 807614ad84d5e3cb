const DAY_MS = 86_400_000;

/**
 * RFC 3339 in UTC with milliseconds of an instant in epoch milliseconds, without `Date`: time enters the domain as numbers only.
 * Civil date from days as in Howard Hinnant's `civil_from_days` (https://howardhinnant.github.io/date_algorithms.html).
 */
export function isoInstant(atMs: number): string {
  const days = Math.floor(atMs / DAY_MS);
  const ms = atMs - days * DAY_MS;
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const doe = z - era * 146_097;
  const yoe = Math.floor((doe - Math.floor(doe / 1_460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  const year = yoe + era * 400 + (month <= 2 ? 1 : 0);
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const time = `${pad(Math.floor(ms / 3_600_000), 2)}:${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1_000) % 60, 2)}`;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${time}.${pad(ms % 1_000, 3)}Z`;
}
