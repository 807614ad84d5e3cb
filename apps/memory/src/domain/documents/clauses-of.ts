import type { Language } from '@plinth/contracts';
import { numberOnce } from './clause-numbers';
import type { DocumentText } from './document-text';
import type { DocumentsPolicy } from './documents-policy';
import { linesOf } from './lines-of';
import { outline, type Section } from './outline';
import { plainHeadings } from './plain-headings';
import { splitLong } from './split-long';

export interface Clause {
  /** As it is cited, once in a document: `5.2`, `第五条（一）`, `5.2(1/3)`; `¶4` for the fourth stretch without a number. */
  readonly number: string;
  /** Texts of all clauses, in order, are the text of the document. */
  readonly text: string;
  /** Headings and lead-ins that it stands under, outermost first; it is searched by them too. */
  readonly above: readonly string[];
  readonly language: Language;
  /** From 1; undefined for formats without pages. */
  readonly page: number | undefined;
}

/** Splits a document by its own numbering, by its headings where it has none, and by paragraphs where it has neither (M30). */
export function clausesOf(document: DocumentText, policy: DocumentsPolicy): readonly Clause[] {
  if (document.text.trim() === '') return [];
  const clauses: Clause[] = [];
  const number = numberOnce();
  let offset = 0;
  for (const stretch of stretchesOf(document, policy)) {
    const pieces = splitLong(stretch.text, policy.maxClauseChars, stretch.items);
    const base = number(stretch.number, stretch.above);
    pieces.forEach((text, i) => {
      const lead = i === 0 ? [] : [stretch.title];
      clauses.push({
        number: pieces.length === 1 ? base : `${base}(${i + 1}/${pieces.length})`,
        text,
        above: [...new Set([...stretch.above, ...lead])]
          .map((line) => line.slice(0, policy.maxLeadChars).toWellFormed())
          .filter((line) => line !== '' && !text.includes(line)),
        language: scriptOf(text),
        page: pageAt(document.pages, offset),
      });
      offset += text.length;
    });
  }
  return clauses;
}

interface Stretch {
  readonly text: string;
  readonly title: string;
  readonly number: string | undefined;
  readonly above: readonly string[];
  readonly items: readonly number[];
}

function stretchesOf(document: DocumentText, policy: DocumentsPolicy): readonly Stretch[] {
  const numbered = outline(document, document.headings);
  const hasNumbers = numbered.some((section) => section.number !== undefined);
  const sections =
    hasNumbers || document.headings.length > 0 ? numbered : outline(document, plainHeadings(document.text));
  const stretches: Stretch[] = [];
  let from: number | undefined;
  sections.forEach((section, i) => {
    const start = from ?? section.start;
    if (isTitleOnly(document.text, section, sections[i + 1])) {
      from = start;
      return;
    }
    from = undefined;
    const text = document.text.slice(start, section.end);
    const items = section.items.map((item) => item - start);
    const { number, above } = section;
    const title = firstLine(document.text.slice(section.start, section.titleEnd));
    if (section.headed) stretches.push({ text, title, number, above, items });
    else
      stretches.push(
        ...paragraphsOf(text, policy).map((part) => ({ text: part, title: firstLine(part), number, above, items: [] })),
      );
  });
  return stretches;
}

const MAX_TITLE_CHARS = 80;

/** A title whose text stands in what it heads goes with the first clause under it. */
function isTitleOnly(text: string, section: Section, next: Section | undefined): boolean {
  if (next === undefined) return false;
  if (text.slice(section.start, section.end).trim() === '') return true;
  if (!section.headed || !/^[-=_~*\s]*$/.test(text.slice(section.titleEnd, section.end))) return false;
  const title = firstLine(text.slice(section.start, section.titleEnd));
  return next.above.includes(title) && title.length <= MAX_TITLE_CHARS && !/[。.;；:：!！?？]$/.test(title);
}

/** Paragraphs, gathered until they have about the wanted length. */
function paragraphsOf(text: string, { paragraphChars, maxClauseChars }: DocumentsPolicy): readonly string[] {
  const gathered: string[] = [];
  for (const paragraph of paragraphs(text)) {
    const last = gathered.at(-1);
    const isStub = last !== undefined && last.length < paragraphChars / 3;
    const length = (last?.length ?? 0) + paragraph.length;
    const fits = length <= paragraphChars || (isStub && length <= maxClauseChars);
    if (last !== undefined && fits) gathered[gathered.length - 1] = last + paragraph;
    else gathered.push(paragraph);
  }
  return gathered;
}

/** Each with the blank lines after it, the first also with those before. */
function paragraphs(text: string): readonly string[] {
  const starts = [0];
  let filled = false;
  linesOf(text).forEach((line, i, lines) => {
    if (!line.blank && filled && lines[i - 1]?.blank === true) starts.push(line.start);
    filled ||= !line.blank;
  });
  return starts.map((start, i) => text.slice(start, starts[i + 1]));
}

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]?.trim() ?? '';

/** Chinese where a fifth of the letters or more is Han. */
export function scriptOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return han > 0 && han * 4 >= latin ? 'zh' : 'en';
}

function pageAt(pages: readonly number[], offset: number): number | undefined {
  return pages.length === 0 ? undefined : Math.max(1, pages.findLastIndex((start) => start <= offset) + 1);
}
