import { foldWidth } from '../anchors/fold-width';
import { isAboutOther } from './attributes';
import { maskQuotes } from './quotes';

export interface Clause {
  /** Width-folded, quotes masked; its first character stands at `start` of the text. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the sentence asks or supposes, so that its clauses state nothing about the user. */
  readonly supposed: boolean;
  readonly asks: boolean;
  /** The sentence has been about someone else, so that a clause without a subject is, too. */
  readonly ofOther: boolean;
}

/** Longer stretches without a mark are pasted text, not speech. */
const MAX_CLAUSE = 200;
const MAX_CLAUSES = 64;
export const SENTENCE = /[^。！？!?\n；;…]+?(?:(?:[。！？!?\n；;…]|\.(?=\s|$))+|$)/g;
export const CLAUSE_END = /，|,(?=\s|$)|(?<=[\u4e00-\u9fff]),|,(?=[\u4e00-\u9fff])|~|——| - /g;

const SUPPOSES =
  /^(?:(?:那|但|可是|但是|而|and|but|so|well)[ ]?)?(?:如果|假如|假设|要是|倘若|若是|万一|比如|例如|譬如|当初|if |suppose|imagine|assume|for example|for instance|let's say|what if|had i |in case|when i |would )/i;
const REPORTS =
  /(?:说|写着|写道|写的是|表示|回复|告诉我|显示|提到|问我|问|said|says|told me|wrote|writes|asked|reads?|states?)[:：]?$/i;
const ASKS =
  /(?:[吗么呢嘛]|没有|对不对|是不是|行不行)[啊呀]?$|^(?:什么|谁|哪|怎么|为什么|多少|是不是|有没有)|^(?:what|who|where|when|which|why|how|do|does|did|is|are|was|were|can|could|would|will|should|have|has)\b/i;
/** A clause that asks for a yes to the ones before it. */
export const TAG_QUESTION = /^(?:对吗|是吗|对吧|是吧|对不对|是不是|没错吧|right|correct|isn't it|is that right|yes)$/i;

/** The clauses of a text, at most 64 of at most 200 characters. */
export function splitClauses(text: string): Clause[] {
  const masked = maskQuotes(foldWidth(text));
  const clauses: Clause[] = [];
  for (const sentence of masked.matchAll(SENTENCE)) {
    clauses.push(...clausesOf(sentence[0], sentence.index));
    if (clauses.length >= MAX_CLAUSES) break;
  }
  return clauses.slice(0, MAX_CLAUSES);
}

function clausesOf(sentence: string, offset: number): Clause[] {
  const body = sentence.replace(/[。！？!?\n；;….]+$/, '');
  const asked = /[?？]/.test(sentence.slice(body.length));
  const parts = partsOf(body);
  const last = parts.at(-1)?.text ?? '';
  const checked = asked && TAG_QUESTION.test(last);
  let supposed = false;
  let ofOther = false;
  return parts.flatMap(({ text, at }, i) => {
    supposed ||= SUPPOSES.test(text);
    const asks = checked || ASKS.test(text) || (asked && i === parts.length - 1);
    const clause = { text, start: offset + at, end: offset + at + text.length, supposed, asks, ofOther };
    ofOther ||= isAboutOther(text);
    supposed ||= REPORTS.test(text);
    return text === '' || text.length > MAX_CLAUSE ? [] : [clause];
  });
}

function partsOf(body: string): { text: string; at: number }[] {
  const parts: { text: string; at: number }[] = [];
  let from = 0;
  for (const end of [...body.matchAll(CLAUSE_END), undefined]) {
    const raw = body.slice(from, end?.index);
    const text = raw.trim();
    parts.push({ text, at: from + raw.length - raw.trimStart().length });
    from = end ? end.index + end[0].length : body.length;
  }
  return parts;
}
