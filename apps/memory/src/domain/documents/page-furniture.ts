/** A page number on its own: `12`, `- 12 -`, `第 3 页 共 10 页`, `Page 3 of 10`, `3 / 10`. */
const PAGE_NUMBER =
  /^[-–—\s]{0,4}(?:第\s{0,2}[0-9]{1,4}\s{0,2}页|(?:Page|PAGE|page|p\.)\s{1,2}[0-9]{1,4}|[0-9]{1,4}|[ivxlc]{1,6})(?:\s{0,2}(?:[,，/]|of|共)\s{0,2}[0-9]{1,4}(?:\s{0,2}页)?)?[-–—\s]{0,4}$/;
/** How many lines at the top and at the bottom of a page may be furniture. */
const EDGE_LINES = 2;

export interface ClearedPages {
  readonly pages: readonly string[];
  readonly leftOut: readonly string[];
}

/**
 * Takes running heads, feet and page numbers off the pages of a document: lines at a page's edge that are a page number, or that come
 * again at the edge of a page next to it or of the one after (odd and even pages differ), figures aside. What it took is listed.
 */
export function withoutFurniture(pages: readonly string[]): ClearedPages {
  const shapes = pages.map((page) => edgesOf(page.split('\n')).map(({ line }) => shapeOf(line)));
  const leftOut: string[] = [];
  const cleared = pages.map((page, i) => {
    const near = new Set([i - 2, i - 1, i + 1, i + 2].flatMap((j) => shapes[j] ?? []));
    const lines = page.split('\n');
    const furniture = new Set<number>();
    for (const { line, at, fromEdge } of edgesOf(lines)) {
      const within = fromEdge.every((outer) => furniture.has(outer));
      if (within && (PAGE_NUMBER.test(line.trim()) || near.has(shapeOf(line)))) furniture.add(at);
    }
    leftOut.push(...[...furniture].sort((a, b) => a - b).map((at) => lines[at] ?? ''));
    return lines.filter((_, at) => !furniture.has(at)).join('\n');
  });
  return { pages: cleared, leftOut };
}

interface EdgeLine {
  readonly line: string;
  readonly at: number;
  /** The lines between it and the edge of the page. */
  readonly fromEdge: readonly number[];
}

function edgesOf(lines: readonly string[]): readonly EdgeLine[] {
  const filled = lines.flatMap((line, at) => (line.trim() === '' ? [] : [{ line, at }]));
  // A page of so few lines is all edge.
  const most = Math.min(EDGE_LINES, Math.floor(filled.length / 2));
  const inward = (edge: typeof filled) =>
    edge.map((filledLine, i) => ({ ...filledLine, fromEdge: edge.slice(0, i).map(({ at }) => at) }));
  return [...inward(filled.slice(0, most)), ...inward(filled.slice(filled.length - most).reverse())];
}

const shapeOf = (line: string): string => line.trim().replace(/[0-9]+/g, '#');
