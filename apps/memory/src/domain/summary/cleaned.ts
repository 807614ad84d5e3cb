import type { Anchor } from '@plinth/contracts';

const DAY_OR_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/;

/** A sentence with these anchors as it may outlive its day: relative dates absolute (上周三 → 2024-05-15), names canonical (王姐 → 王莉) (M12). */
export function cleaned(sentence: string, anchors: readonly Anchor[], names?: ReadonlyMap<string, string>): string {
  return canonicalNames(absoluteDates(sentence, anchors), names);
}

/** Dates with their year stay as they are written; of the others only those that name one day change. */
function absoluteDates(sentence: string, anchors: readonly Anchor[]): string {
  const dates = anchors.filter(
    ({ kind, value, text }) => kind === 'date' && DAY_OR_TIME.test(value) && !/\d{4}/.test(text),
  );
  return dates.reduceRight((text, { value, start, end }) => {
    const preposition = /\bon $/i.test(text.slice(0, start));
    const written = /^on /i.test(text.slice(start, end)) && !preposition ? `on ${value}` : value;
    return (
      text.slice(0, start) +
      spaced(written.replace('T', ' '), text.charAt(start - 1), text.charAt(end)) +
      text.slice(end)
    );
  }, sentence);
}

/** A date stays apart from digits and letters beside it. */
function spaced(date: string, before: string, after: string): string {
  return `${/[\dA-Za-z]/.test(before) ? ' ' : ''}${date}${/[\dA-Za-z]/.test(after) ? ' ' : ''}`;
}

export function canonicalNames(text: string, names: ReadonlyMap<string, string> | undefined): string {
  if (!names || names.size === 0) return text;
  const aliases = [...names.keys()].filter((alias) => alias !== '').sort((a, b) => b.length - a.length);
  const pattern = aliases.map((alias) => alias.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  if (pattern === '') return text;
  return text.replace(
    new RegExp(`(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`, 'g'),
    (alias) => names.get(alias) ?? alias,
  );
}
