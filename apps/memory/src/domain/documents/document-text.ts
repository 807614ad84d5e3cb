/** Offsets into the text, in UTF-16 code units, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A heading that the format itself marks as one, whole lines; depth from 1. */
export interface MarkedHeading extends Span {
  readonly depth: number;
}

/** What a reader of a format makes of a document: its text, unaltered, and what the format says about it. */
export interface DocumentText {
  readonly text: string;
  readonly headings: readonly MarkedHeading[];
  /** Code and the like, where a number at the start of a line is no clause number. */
  readonly opaque: readonly Span[];
  /** Where each page starts, if the format has pages. */
  readonly pages: readonly number[];
  /** Running heads and page numbers that stood on the pages and are not part of the text. */
  readonly leftOut: readonly string[];
}

export const plainText = (text: string): DocumentText => ({ text, headings: [], opaque: [], pages: [], leftOut: [] });
