/** A pattern that matches any of some words literally, longer ones first; of no words, nothing. */
export function alternatives(words: readonly string[]): string {
  const sorted = [...new Set(words)].filter((word) => word !== '').sort((a, b) => b.length - a.length);
  if (sorted.length === 0) return '(?!)';
  return `(?:${sorted.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')})`;
}
