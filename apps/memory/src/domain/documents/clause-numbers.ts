import { markerOf, RANKS } from './clause-markers';

/**
 * Makes numbers of clauses that each stand once in their document: `¶1`, `¶2`, … for what has none; a number that comes again
 * (many contracts count anew in each chapter) is told apart by the heading above it, or at last by its turn: `1.1 #2`.
 */
export function numberOnce(): (number: string | undefined, above: readonly string[]) => string {
  const taken = new Set<string>();
  const turns = new Map<string, number>();
  let unnumbered = 0;
  return (number, above) => {
    if (number === undefined) return `¶${++unnumbered}`;
    const candidates = [number, ...namesOf(above).map((name) => `${name} ${number}`)];
    let chosen = candidates.find((candidate) => !taken.has(candidate));
    while (chosen === undefined) {
      const turn = (turns.get(number) ?? 1) + 1;
      turns.set(number, turn);
      const candidate = `${number} #${turn}`;
      if (!taken.has(candidate)) chosen = candidate;
    }
    taken.add(chosen);
    return chosen;
  };
}

const MAX_NAME_CHARS = 40;

/** What tells two `1.1` apart: the numbers of chapters and the like first, then other headings; innermost first. */
function namesOf(above: readonly string[]): readonly string[] {
  const inward = [...above].reverse();
  const chapters = inward.map(markerOf).flatMap((marker) => (marker && marker.kind in RANKS ? [marker.number] : []));
  const titles = inward.map((line) =>
    line
      .replace(/^#{1,6}[ \t]{1,8}/, '')
      .slice(0, MAX_NAME_CHARS)
      .toWellFormed(),
  );
  return [...chapters, ...titles];
}

/** How evidence names a clause: `policy_v2024_q3.pdf §5.2`, `员工手册 第五条（一）`. */
export const citationOf = (documentId: string, number: string): string =>
  `${documentId} ${/^(?:[0-9]|[A-Z]\.[0-9])/.test(number) ? '§' : ''}${number}`;
