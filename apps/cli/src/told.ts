/** An answer for people: one line for each value, with its path; for programs there is `--json`. */
export function told(value: unknown): string {
  return linesOf(value, '').join('\n');
}

function linesOf(value: unknown, indent: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${indent}${plain(value)}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${indent}-`];
  return entries.flatMap(([name, each]: [string, unknown]) => {
    const label = Array.isArray(value) ? '-' : `${plain(name)}:`;
    if (typeof each !== 'object' || each === null) return [`${indent}${label} ${plain(each)}`];
    return Object.keys(each).length === 0
      ? [`${indent}${label} -`]
      : [`${indent}${label}`, ...linesOf(each, `${indent}  `)];
  });
}

/** What comes from others does not steer a terminal. */
// eslint-disable-next-line no-control-regex
const plain = (value: unknown): string => String(value).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '?');
