import { indentOf, markerOf, RANKS, type Marker, type MarkerKind } from './clause-markers';
import type { DocumentText, MarkedHeading } from './document-text';
import { linesOf, type Line } from './lines-of';
import { continues, mayFollow, startsAfresh } from './numbering';

/** A stretch of a document under one number or heading. Sections tile the text; the first may have neither. */
export interface Section {
  readonly start: number;
  readonly end: number;
  /** Where its first line ends. */
  readonly titleEnd: number;
  /** Undefined for what has no number. */
  readonly number: string | undefined;
  readonly headed: boolean;
  /** The first lines of what it stands in, outermost first. */
  readonly above: readonly string[];
  /** Starts of list items within it. */
  readonly items: readonly number[];
}

interface Open {
  readonly kind: MarkerKind | 'heading';
  readonly depth: number | undefined;
  readonly path: readonly number[];
  readonly number: string | undefined;
  readonly title: string;
  readonly indent: number;
}

type Draft = { -readonly [Key in keyof Section]: Section[Key] } & { items: number[] };

/** A line of a table of contents: leaders and a page number. */
const IN_CONTENTS = /(?:[.…·⋯]{4}|…{2}|(?:[.·][ \t]){4})[.…·⋯ \t]{0,200}[0-9ivxlc]{0,5}[ \t]{0,8}$/;
const MAX_TAIL_CHARS = 240;

/** Reads the numbers and headings of a document in one pass; pure, linear in its length. */
export function outline(document: DocumentText, headings: readonly MarkedHeading[]): readonly Section[] {
  const reader = new OutlineReader();
  const headingAt = new Map(headings.map((heading) => [heading.start, heading]));
  const opaque = document.opaque[Symbol.iterator]();
  let shut = opaque.next();
  let before: Line | undefined;
  for (const line of linesOf(document.text)) {
    while (!shut.done && shut.value.end <= line.start) shut = opaque.next();
    const isOpaque = !shut.done && shut.value.start <= line.start;
    if (!line.blank && !isOpaque && !IN_CONTENTS.test(line.text.slice(-MAX_TAIL_CHARS)))
      reader.read(line, before, headingAt.get(line.start));
    before = line;
  }
  return reader.sections(document.text.length);
}

/**
 * 1. `open` holds what the line being read stands in, outermost first.
 * 2. “1.” opens a clause where no clause is open but those of its own count; elsewhere it is an item of a list.
 */
class OutlineReader {
  private open: Open[] = [];
  private readonly drafts: Draft[] = [
    { start: 0, end: 0, titleEnd: 0, number: undefined, headed: false, above: [], items: [] },
  ];
  private lastDecimal: readonly number[] | undefined;
  private lastItem: number | undefined;

  read(line: Line, before: Line | undefined, heading: MarkedHeading | undefined): void {
    const marker = markerOf(line.text);
    const counts = marker !== undefined && this.counts(marker, line, before, heading !== undefined);
    if (counts && marker.kind !== 'item' && !this.isListItem(marker, line, heading !== undefined)) {
      this.openNumbered(marker, line, heading?.depth);
    } else if (heading !== undefined) {
      this.openHeading(line, heading);
    } else if (counts) {
      this.lastItem = marker.kind === 'ordinal' ? marker.path[0] : this.lastItem;
      this.drafts.at(-1)?.items.push(line.start);
    }
  }

  sections(end: number): readonly Section[] {
    const drafts = this.drafts.filter(({ start }, i) => start !== this.drafts[i + 1]?.start);
    return drafts.map((draft, i) => ({ ...draft, end: drafts[i + 1]?.start ?? end }));
  }

  private counts(marker: Marker, line: Line, before: Line | undefined, isHeading: boolean): boolean {
    if (!isHeading && !startsAfresh(line.text.slice(marker.length), before)) return false;
    return isHeading || marker.kind !== 'decimal' || mayFollow(marker.path, this.lastDecimal);
  }

  private isListItem(marker: Marker, line: Line, isHeading: boolean): boolean {
    if (marker.kind !== 'ordinal' || isHeading) return false;
    if (this.lastItem !== undefined && continues(marker, this.lastItem)) return true;
    const numbered = this.open.filter(({ number }) => number !== undefined);
    const inClause = numbered.some(
      ({ kind }) => kind !== 'decimal' && kind !== 'appendix' && kind !== 'part' && kind !== 'chapter',
    );
    const counted = numbered.find(({ kind }) => kind === 'decimal');
    if (counted === undefined) return inClause || !this.mayBegin(marker);
    return inClause || indentOf(line.text) >= counted.indent + 2 || !continues(marker, counted.path[0]);
  }

  /** Under an unnumbered heading of a document whose clauses are counted elsewhere, “1.” is a list. */
  private mayBegin(marker: Marker): boolean {
    return this.lastDecimal === undefined ? (marker.path[0] ?? 9) <= 1 : continues(marker, this.lastDecimal[0]);
  }

  private openNumbered(marker: Marker, line: Line, depth: number | undefined): void {
    const kind = marker.kind === 'ordinal' ? 'decimal' : marker.kind;
    if (depth !== undefined) this.closeHeadings(depth);
    this.closeFor({ ...marker, kind });
    if (kind === 'decimal') this.lastDecimal = marker.path;
    if (kind === 'appendix') this.lastDecimal = undefined;
    const above = this.open.map(({ title }) => title);
    const number = this.numberUnder({ ...marker, kind });
    this.open.push({ kind, depth, path: marker.path, number, title: line.text.trim(), indent: indentOf(line.text) });
    this.begin(line, number, above);
  }

  private openHeading(line: Line, { depth, end }: MarkedHeading): void {
    this.closeHeadings(depth);
    const above = this.open.map(({ title }) => title);
    this.open.push({ kind: 'heading', depth, path: [], number: undefined, title: line.text.trim(), indent: 0 });
    this.begin({ ...line, end }, undefined, above);
  }

  private begin({ start, end }: Line, number: string | undefined, above: readonly string[]): void {
    this.lastItem = undefined;
    this.drafts.push({ start, end, titleEnd: end, number, headed: true, above, items: [] });
  }

  /** A heading of the format ends all that was opened since the nearest heading above its depth. */
  private closeHeadings(depth: number): void {
    const parent = this.open.findLastIndex((open) => open.depth !== undefined && open.depth < depth);
    this.open = this.open.slice(0, parent + 1);
  }

  private closeFor({ kind, path }: Marker): void {
    const rank = RANKS[kind];
    const at = this.open.findIndex((open) => {
      if (rank !== undefined) return open.kind !== 'heading' && (RANKS[open.kind] ?? 9) >= rank;
      if (open.kind !== kind) return false;
      return kind !== 'decimal' || !isPrefix(open.path, path);
    });
    if (at !== -1) this.open = this.open.slice(0, at);
  }

  /** `5.2` and `第五条` say where they stand; `（一）` and `第二节` need what they stand in. */
  private numberUnder({ kind, number }: Marker): string {
    const numbered = this.open.filter((open) => open.number !== undefined);
    const appendix = numbered.find((open) => open.kind === 'appendix')?.number;
    if (kind === 'decimal' || kind === 'article')
      return appendix === undefined || /^[A-Z]/.test(number) ? number : `${appendix} ${number}`;
    const parent = numbered.at(-1)?.number;
    if (parent === undefined || kind === 'appendix' || kind === 'part' || kind === 'chapter') return number;
    return kind === 'han_paren' ? `${parent}${number}` : `${parent} ${number}`;
  }
}

const isPrefix = (path: readonly number[], of: readonly number[]): boolean =>
  path.length < of.length && path.every((part, i) => part === of[i]);
