import { foldWidth } from '../anchors/fold-width';
import { hanNumber } from '../anchors/han-numbers';

/**
 * `rank`: parts hold chapters hold sections hold articles; whatever has none (5.2, 一、, （一）) stands below what is open when its kind
 * first appears, as outlines of all houses do it differently. `item` kinds stay within their clause and are where a long one is cut.
 */
export type MarkerKind =
  'appendix' | 'part' | 'chapter' | 'section' | 'article' | 'decimal' | 'ordinal' | 'han' | 'han_paren' | 'item';

export const RANKS: Partial<Record<MarkerKind, number>> = { appendix: 1, part: 1, chapter: 2, section: 3, article: 4 };

export interface Marker {
  readonly kind: MarkerKind;
  /** As it is cited: `5.2`, `第五条`, `（一）`, `Article 7`. */
  readonly number: string;
  /** Its value for order; several for decimals. */
  readonly path: readonly number[];
  /** Of the line: where what follows the number begins. */
  readonly length: number;
}

const N = '(?:[〇零一二三四五六七八九十百千两]{1,7}|[0-9]{1,4})';
const ROMAN = '(?:[IVXLC]{1,7}|[0-9]{1,3}|[A-Z])';
/** What follows a keyword and number when it is a title and not a sentence that mentions it (“Article 5 shall apply”). */
const TITLE = String.raw`(?=[.:：、—–-]|[ \t]{1,8}[^\p{Ll}\s]|[ \t]{0,8}$)`;
/** “第五条的规定”, “第五条、第六条”, “第五条第二款” mention an article. */
const NOT_MENTION = String.raw`(?![的所和与及至到或中内，,。；;、）)款项]|规定|第|之(?![一二三四五六七八九]))`;
/** Measure words right after a figure (“1.5倍”), unless they begin a title that stands without a space (“5.1年假”, “5.2个人信息”). */
const MEASURES =
  '[万亿元倍折米克吨岁级版寸层]|度(?!假)|年(?![假终会检龄报])|月(?![度报])|天(?!猫)|日(?![常期志])|个(?![人体别])|人(?![员事力工民身才])|件(?!数)|次(?!日)|代(?![码理表])|档(?![案位])|批(?![准量复])|号(?!码)|小时|分钟|公里|公斤|美元';
/** “5.2 million”, “1.5倍”, “3.5%” are amounts. */
const NOT_AMOUNT = String.raw`(?!${MEASURES}|[ \t]{0,4}(?:%|％|‰|°|million\b|billion\b|thousand\b|percent\b|per cent\b|[kKMGT]?[BbgmW]\b|km\b|kg\b|cm\b|mm\b|hours?\b|days?\b|years?\b|USD\b|RMB\b|EUR\b))`;

const rule = (kind: MarkerKind, pattern: string) => ({ kind, pattern: new RegExp(`^${pattern}`, 'u') });

/** In order: the first that fits. Each applies to the start of a line, after indentation, `#` and emphasis. The group is the number. */
const RULES: readonly { readonly kind: MarkerKind; readonly pattern: RegExp }[] = [
  rule('appendix', String.raw`(附[录件表][ \t]{0,4}(?:${N}|[A-Z])?)(?=[ \t:：]|$)`),
  rule('appendix', String.raw`(附则)(?=[ \t:：]|$)`),
  rule(
    'appendix',
    String.raw`((?:Appendix|APPENDIX|Annex|ANNEX|Schedule|SCHEDULE|Exhibit|EXHIBIT)[ \t]{1,4}${ROMAN})${TITLE}`,
  ),
  rule('part', String.raw`(第[ \t]{0,4}${N}[ \t]{0,4}(?:编|篇|部分))${NOT_MENTION}`),
  rule('part', String.raw`((?:Part|PART)[ \t]{1,4}${ROMAN})${TITLE}`),
  rule('chapter', String.raw`(第[ \t]{0,4}${N}[ \t]{0,4}章)${NOT_MENTION}`),
  rule('chapter', String.raw`((?:Chapter|CHAPTER)[ \t]{1,4}${ROMAN})${TITLE}`),
  rule('section', String.raw`(第[ \t]{0,4}${N}[ \t]{0,4}节)${NOT_MENTION}`),
  rule('article', String.raw`(第[ \t]{0,4}${N}[ \t]{0,4}条(?:之[一二三四五六七八九十]{1,2})?)${NOT_MENTION}`),
  rule('article', String.raw`((?:Article|ARTICLE|Clause|CLAUSE|Rule|RULE)[ \t]{1,4}${ROMAN})(?!\.[0-9])${TITLE}`),
  rule(
    'decimal',
    String.raw`(?:(?:Section|SECTION|Clause|CLAUSE|Article|ARTICLE|Sec\.)[ \t]{1,4}|§[ \t]{0,4})([0-9]{1,3}(?:\.[0-9]{1,3}){1,5})\.?${TITLE}`,
  ),
  rule('section', String.raw`((?:Section|SECTION|Sec\.)[ \t]{1,4}${ROMAN})(?!\.[0-9])${TITLE}`),
  rule('decimal', String.raw`§[ \t]{0,4}([0-9]{1,3})(?![.0-9])`),
  rule(
    'decimal',
    String.raw`([0-9]{1,2}(?:\.[0-9]{1,3}){1,5})\.?(?![.0-9])${NOT_AMOUNT}(?=[ \t*_:：、]|[\u0080-\u{10ffff}]|$)`,
  ),
  rule('decimal', String.raw`([A-Z](?:\.[0-9]{1,3}){1,4})\.?(?![.0-9])(?=[ \t*_:：、]|[\u0080-\u{10ffff}]|$)`),
  rule('ordinal', String.raw`([0-9]{1,3})(?:[、．]|\.(?=[ \t*_]|[\u0080-\u{10ffff}]|$))`),
  rule('han', String.raw`([一二三四五六七八九十百]{1,5})(?:[、．]|\.(?![0-9]))`),
  rule('han_paren', String.raw`[（(][ \t]{0,2}([一二三四五六七八九十]{1,4})[ \t]{0,2}[）)]`),
  rule(
    'item',
    String.raw`([（(][ \t]{0,2}(?:[0-9]{1,3}|[a-z]|[ivx]{1,5})[ \t]{0,2}[）)]|(?:[0-9]{1,3}|[a-z]|[ivx]{1,5})[)）]|[①-⑳]|[-*+•·●▪◆■](?=[ \t])|[a-z][.．、](?=[ \t]|[\u0080-\u{10ffff}]))`,
  ),
];

const PREFIX = /^[ \t\u3000]{0,40}(?:>[ \t]?)?(?:#{1,6}[ \t]+)?(?:[*_]{1,3}(?=\S))?/;

/** The number that a line starts with, if it starts with one. */
export function markerOf(line: string): Marker | undefined {
  const prefix = PREFIX.exec(line)?.[0].length ?? 0;
  const start = foldWidth(line.slice(prefix, prefix + 80));
  for (const { kind, pattern } of RULES) {
    const found = pattern.exec(start);
    if (found?.[1] === undefined) continue;
    return { kind, ...numberOf(kind, found[1]), length: prefix + found[0].length };
  }
  return undefined;
}

/** Indentation of a line in columns; what an indented “1.” stands for depends on it. */
export const indentOf = (line: string): number =>
  /^[ \t\u3000]{0,40}/.exec(line)?.[0].replace(/[\t\u3000]/g, '  ').length ?? 0;

function numberOf(kind: MarkerKind, found: string): Pick<Marker, 'number' | 'path'> {
  const compact = found.replace(/[ \t]{1,8}/g, /\p{Script=Han}/u.test(found) ? '' : ' ');
  if (kind === 'han_paren') return { number: `（${compact}）`, path: [hanNumber(compact) ?? 0] };
  if (kind === 'decimal' || kind === 'ordinal') return { number: compact, path: compact.split('.').map(valueOf) };
  const words = /[〇零一二三四五六七八九十百千两]{1,7}|[0-9]{1,4}/.exec(compact)?.[0] ?? '';
  return { number: compact, path: [valueOf(words)] };
}

const valueOf = (text: string): number =>
  /^[0-9]+$/.test(text) ? Number(text) : /^[A-Z]$/.test(text) ? text.charCodeAt(0) : (hanNumber(text) ?? 0);
