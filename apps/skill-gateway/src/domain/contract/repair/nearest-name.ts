const MAX_LENGTH = 64;

/** A name or a word without what writers choose freely: case, width, and how its parts are joined. */
export function folded(text: string): string {
  const spaced = text
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_-]+/gu, ' ');
  return spaced.trim().toLowerCase();
}

/** The one of the known names that was meant, if it is one and no other is as near: written otherwise, or with few slips. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH || name.startsWith('_')) return undefined;
  const ranked = known
    .filter((each) => each.length <= MAX_LENGTH)
    .map((each) => ({ each, slips: folded(each) === folded(name) ? 0 : slipsBetween(folded(name), folded(each)) }))
    .sort((a, b) => a.slips - b.slips);
  const [first, second] = ranked;
  if (!first || first.slips > Math.floor(name.length / 4) || first.slips === second?.slips) return undefined;
  return first.each;
}

/** Letters put in, left out, changed or swapped with their neighbour (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_each, index) => index)];
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + same,
          swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
