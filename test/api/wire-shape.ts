/** JSON Schemas of providers. */
const FOREIGN = new Set(['input_schema', 'output_schema']);
/** Their keys are words of users, or names of services. */
const MAPS = new Set(['facts', 'constraints', 'state', 'services']);
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const YEAR_2001_MS = 1e12;

/** What in an answer is not as every answer has to be: snake_case keys, RFC 3339 times, durations of two decimals at most. */
export function wireFaults(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => wireFaults(each, `${path}[${index}]`));
  if (typeof value === 'number') return value >= YEAR_2001_MS ? [`${path} is a time as a number: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (FOREIGN.has(key)) return [];
    const at = path === '' ? key : `${path}.${key}`;
    const faults = /^[a-z0-9_]+$/.test(key) ? [] : [`${at} is no snake_case`];
    if (/(^|_)at$/.test(key) && (typeof inner !== 'string' || !RFC_3339.test(inner)))
      faults.push(`${at} is no RFC 3339 time`);
    if (/(^|_)ms$/.test(key) && typeof inner === 'number' && !/^\d+(\.\d{1,2})?$/.test(String(inner)))
      faults.push(`${at} has more than two decimals: ${inner}`);
    const parts: readonly unknown[] = MAPS.has(key) ? Object.values(inner ?? {}) : [inner];
    return [...faults, ...parts.flatMap((each) => wireFaults(each, at))];
  });
}
