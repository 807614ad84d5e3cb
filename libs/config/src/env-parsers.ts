import { envParser, type Fallback } from './env-parser';

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

function within(value: number, { min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds): number | undefined {
  return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
}

const range = ({ min = 0, max }: Bounds, write: (value: number) => string = String): string =>
  max === undefined ? `of at least ${write(min)}` : `from ${write(min)} to ${write(max)}`;

const wholeNumber = (text: string, bounds: Bounds): number | undefined =>
  /^-?\d{1,16}$/.test(text) ? within(Number(text), bounds) : undefined;

/** A whole number; `min` is 0 unless given. */
export function envInt<F extends Fallback<number>>(fallback: F, bounds: Bounds = {}) {
  return envParser<number, F>({
    form: `a whole number ${range(bounds)}`,
    fallback,
    read: (text) => wholeNumber(text, bounds),
  });
}

/** A port. Kubernetes writes `tcp://…` into PLINTH_PORT of every pod that starts beside a Service called `plinth`. */
export function envPort<F extends Fallback<number>>(fallback: F, bounds: Bounds) {
  return envParser<number, F>({
    form: `a whole number ${range(bounds)}`,
    fallback,
    read: (text) => wholeNumber(text, bounds),
    explain: (text) =>
      /^(tcp|udp|sctp):\/\//.test(text)
        ? 'holds what Kubernetes tells of a Service of that name: set enableServiceLinks: false in the pod, and a port here'
        : undefined,
  });
}

const UNITS_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

function writeDuration(valueMs: number): string {
  const fitting = Object.entries(UNITS_MS).find(([, unitMs]) => valueMs % unitMs === 0);
  return valueMs === 0 || !fitting ? String(valueMs) : `${valueMs / fitting[1]}${fitting[0]}`;
}

const unitMs: Readonly<Record<string, number>> = { '': 1, ...UNITS_MS };

/** Milliseconds, or a number with ms, s, m, h or d. The result and the bounds are milliseconds. */
export function envDurationMs<F extends Fallback<number>>(fallback: F, bounds: Bounds = {}) {
  return envParser<number, F>({
    form: `a duration such as 500ms or 20s, ${range(bounds, writeDuration)}`,
    fallback,
    read: (text) => {
      const match = /^(\d{1,12})(ms|s|m|h|d)?$/.exec(text);
      return match ? within(Number(match[1]) * (unitMs[match[2] ?? ''] ?? NaN), bounds) : undefined;
    },
    write: writeDuration,
  });
}

export function envBool<F extends Fallback<boolean>>(fallback: F) {
  return envParser<boolean, F>({
    form: 'true or false',
    fallback,
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  });
}

/** An absolute URL, kept as written. `schemes` such as `['http', 'https']` (the default). */
export function envUrl<F extends Fallback<string>>(fallback: F, schemes: readonly string[] = ['http', 'https']) {
  return envParser<string, F>({
    form: `a URL that begins with ${schemes.map((s) => `${s}://`).join(' or ')}`,
    fallback,
    read: (text) => {
      const url = URL.parse(text);
      return url && schemes.includes(url.protocol.slice(0, -1)) && url.host !== '' ? text : undefined;
    },
  });
}

/** Texts parted by commas, blanks around them dropped; `item` is the pattern that each has to match. */
export function envList<F extends Fallback<readonly string[]>>(fallback: F, item = /^\S.*$/, itemForm = 'texts') {
  return envParser<readonly string[], F>({
    form: `a list of ${itemForm} parted by commas`,
    fallback,
    read: (text) => {
      const items = text.split(',').map((part) => part.trim());
      return items.every((part) => item.test(part)) ? items : undefined;
    },
    write: (items) => items.join(),
  });
}

export function envEnum<const V extends string, F extends Fallback<V>>(values: readonly V[], fallback: F) {
  return envParser<V, F>({
    form: `one of ${values.join(', ')}`,
    fallback,
    read: (text) => values.find((value) => value === text),
  });
}

/** Any text of one line; `pattern` and its form in words narrow it. */
export function envText<F extends Fallback<string>>(
  fallback: F,
  pattern = /^[^\r\n\0]+$/,
  form = 'a text of one line',
) {
  return envParser<string, F>({ form, fallback, read: (text) => (pattern.test(text) ? text : undefined) });
}
