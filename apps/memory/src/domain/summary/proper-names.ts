import { stemmer } from 'stemmer';
import { COMMON_WORDS, segmenter, VERY_COMMON_WORDS } from '@plinth/terms';

/** A name, title or code as it stands in a text, of whatever thing; offsets count in the text. */
export interface ProperName {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longer texts hold more names than a summary can; the rest is left unread. */
const MAX_TEXT = 32_768;

const TITLES = [
  /《(?<name>[^《》\n]{1,40})》/dg,
  /[“「『](?<name>[^”」』“「『。！？!?，,；;：\n]{1,40})[”」』]/dg,
  /(?<![\p{L}\p{N}])"(?<name>[^"。！？!?；;\n]{1,60})"(?![\p{L}\p{N}])/dgu,
];
/** iPhone15, B2, GB/T 1234 and other codes in which letters and digits stand together. */
const CODES =
  /(?<![\p{L}\p{N}_.@/-])(?=[A-Za-z0-9_-]{0,30}\d)(?=[A-Za-z0-9_-]{0,30}[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+){0,5}(?:\.[A-Za-z][A-Za-z0-9]{1,4}(?![\w.]))?(?![\w@.]*\w@)/dgu;
/** “30km”, “3rd” and “5pm” are numbers. */
const MEASURED = /^\d+(?:st|nd|rd|th|am|pm|km|kg|cm|mm|ml|mg|gb|mb|kb|tb|min|h|s|m|g|k|x|d)$/i;

const EN_NAME =
  /(?<![\p{L}\p{N}_@./-])\p{Lu}[\p{L}’']*(?:[-.&]\p{Lu}?[\p{L}’']+)*(?:(?: (?:of|de|la|van|von|der) (?:the )?| )\p{Lu}[\p{L}’']*(?:-\p{L}+)*){0,7}/gu;
const MONTHS_AND_DAYS =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?$/i;
const PRONOUN = /^I(?:['’](?:m|ve|d|ll))?$/;
/** Capitals that name nothing. */
const ABBREVIATED = /^(?:OK|AI|TV|PM|AM|FAQ|ID|No|Mr|Mrs|Ms|Dr|Prof)$/;

/** Words that often open a sentence beside the common ones. */
const OPENERS: ReadonlySet<string> = new Set(
  'a an the and but or so if in on at to of for from by with as is are was were be do does did has have had can could will would shall should must not no yes i you he she it we they me him her us them my your his its our their this that these those there here when where while which who whose why what how after before since until because although though unless once then than too also just only both each either neither some any every many most much few several such same other another hello hi hey dear sorry thanks thank please welcome congratulations sure okay today tomorrow yesterday tonight recently nowadays besides moreover however therefore meanwhile otherwise overall remember speaking regarding according despite during without within over under between among through across around during against along let got wow ah oh well user customer client assistant companion hear hearing don doesn didn isn wasn haha um hmm yeah yep awesome goodbye'.split(
    ' ',
  ),
);
const COMMON: ReadonlySet<string> = new Set([...OPENERS, ...`${VERY_COMMON_WORDS} ${COMMON_WORDS}`.split(/\s+/)]);
const COMMON_STEMS: ReadonlySet<string> = new Set([...COMMON].map(stemmer));

/**
 * The names of a text: titles in marks, codes, Chinese names of persons, places and organisations by the dictionary's tagger, English
 * ones by their capitals. A superset of the persons and places among the anchors, made for telling what a summary may not invent.
 */
export function properNames(text: string): ProperName[] {
  const read = text.slice(0, MAX_TEXT);
  const found = [
    ...titles(read),
    ...codes(read),
    ...(/\p{Script=Han}/u.test(read) ? hanNames(read) : []),
    ...enNames(read),
  ];
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .reduce<ProperName[]>((kept, name) => ((kept.at(-1)?.end ?? 0) > name.start ? kept : [...kept, name]), []);
}

function titles(text: string): ProperName[] {
  return TITLES.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [start, end] = match.indices?.groups?.['name'] ?? [0, 0];
      const inside = text.slice(start, end);
      return end > start &&
        (!/\p{Script=Han}/u.test(inside) || end - start <= MAX_HAN_TITLE || match[0].startsWith('《'))
        ? [at(text, start, end - (/[.,]$/.test(inside) ? 1 : 0))]
        : [];
    }),
  );
}

/** What is quoted and longer was said by somebody; it names nothing. */
const MAX_HAN_TITLE = 12;

function codes(text: string): ProperName[] {
  return [...text.matchAll(CODES)].flatMap(({ index, 0: code }) =>
    MEASURED.test(code) ? [] : [at(text, index, index + code.length)],
  );
}

/** Places, organisations and foreign names; persons with a surname come from the anchors, the tagger alone takes “谢谢” for one. */
const NAME_TAGS = new Set(['nrt', 'ns', 'nt']);
const FOREIGN = /\p{Script=Han}{1,8}(?:·\p{Script=Han}{1,8}){1,3}/gu;
/** Kinds of places, which the tagger takes for names. */
const NO_PLACE = new Set(
  '城市 乡村 农村 海滨 海滩 海边 海岸 湖泊 河流 山峰 山脉 山川 山坡 山水 冰川 雪山 高山 古城 古镇 小镇 县城 景区 公园 广场 草原 沙漠 森林 大陆 世界 全国 各地 外地 本地 当地 国内 国外 海外 旅游指南'.split(
    ' ',
  ),
);

function hanNames(text: string): ProperName[] {
  let offset = 0;
  const foreign = [...text.matchAll(FOREIGN)].map(({ index, 0: run }) => {
    const first = run.slice(0, run.indexOf('·'));
    const [last = first] = segmenter().cut(first, true).slice(-1);
    return at(text, index + first.length - last.length, index + run.length);
  });
  const tagged = segmenter()
    .tag(text, true)
    .flatMap(({ word, tag }) => {
      const start = offset;
      offset += word.length;
      const named = NAME_TAGS.has(tag) && !NO_PLACE.has(word) && /^\p{Script=Han}{2,12}$/u.test(word);
      return named ? [at(text, start, offset)] : [];
    });
  return [...foreign, ...tagged];
}

function enNames(text: string): ProperName[] {
  return [...text.matchAll(EN_NAME)].flatMap(({ index, 0: match }) => {
    let [start, end] = [index, index + match.length];
    const opens = opensSentence(text, start);
    let words = match.split(' ');
    // A common word that opens the sentence is no part of the name: “Yesterday Tom came”, “The Green Park”.
    const drop = (): void => {
      start += (words[0] ?? '').length + 1;
      words = words.slice(1);
    };
    while (words.length > 0 && isNone(words[0] ?? '', opens && words.length === 1 && start === index)) {
      drop();
      while (/^\p{Ll}/u.test(words[0] ?? '')) drop();
    }
    const stop = words.findIndex((word) => PRONOUN.test(word));
    if (stop > 0) {
      words = words.slice(0, stop);
      end = start + words.join(' ').length;
    }
    const [last = ''] = words.slice(-1);
    if (/['’]s$/.test(last)) end -= 2;
    return words.length > 0 && end > start ? [at(text, start, end)] : [];
  });
}

function isNone(word: string, opens: boolean): boolean {
  if (PRONOUN.test(word) || MONTHS_AND_DAYS.test(word) || ABBREVIATED.test(word)) return true;
  const plain = word.toLowerCase().replace(/['’].*$/, '');
  if (OPENERS.has(plain)) return true;
  if (!opens) return false;
  return COMMON.has(plain) || COMMON_STEMS.has(stemmer(plain)) || /(?:ly|ing|ed)$/.test(plain);
}

/** Whether a sentence, a line, a bullet or a quotation begins here, so that a capital tells nothing. */
const opensSentence = (text: string, start: number): boolean =>
  /(?:^|[.!?。！？:：;；\n→“"「(（\]】*-])\s*$/u.test(text.slice(Math.max(0, start - 4), start));

const at = (text: string, start: number, end: number): ProperName => ({ text: text.slice(start, end), start, end });
