import { stemmer } from 'stemmer';
import { segmenter } from './segmenter';

const RUN = /\p{Script=Han}+|[\p{L}\p{N}]+(?:[-_.@][\p{L}\p{N}]+)*/gu;
const HAN = /\p{Script=Han}/u;
/** Words that say nothing about what a text is about. */
const STOP_ZH = new Set([
  ...'的了是我你他她它们在有和就也都而及与着或个这那吗呢吧啊呀哦嗯么之以于对把被让给从到请会能可要想说去来很不没还再又只',
  '什么',
  '怎么',
  '哪个',
  '哪里',
  '多少',
  '我的',
  '你的',
  '请问',
  '帮我',
  '一下',
  '可以',
  '是什么',
  '什么时候',
]);
const STOP_EN = new Set(
  'a an the of to in on at for and or is are was were be been am i you he she it we they my your his her its our their me him them this that these those do does did what which who whom whose when where why how can could will would should please tell about with from as by not no so if then than there here have has had'.split(
    ' ',
  ),
);

/** The longest text that is searched or stored by terms; more would only dilute it. */
const MAX_TERM_SOURCE = 2_000;

/**
 * The terms of a text with their counts: of Chinese its characters, pairs and the dictionary's words, of everything else lower-cased
 * stemmed words, and codes such as `ord-1001` whole and in parts. The same function makes items and queries searchable.
 */
export function termCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [run] of text.slice(0, MAX_TERM_SOURCE).normalize('NFKC').toLowerCase().matchAll(RUN)) {
    if (HAN.test(run)) for (const term of hanTerms(run)) add(term);
    else for (const term of wordTerms(run)) add(term);
  }
  return counts;
}

function hanTerms(run: string): string[] {
  const chars = [...run];
  const words = segmenter().cutForSearch(run, true);
  return [
    ...chars.filter((char) => !STOP_ZH.has(char)),
    ...chars.slice(1).flatMap((char, i) => {
      const first = chars[i] ?? '';
      return STOP_ZH.has(first) || STOP_ZH.has(char) || STOP_ZH.has(first + char) ? [] : [first + char];
    }),
    ...words.filter((word) => [...word].length > 2 && !STOP_ZH.has(word)),
  ];
}

function wordTerms(run: string): string[] {
  const parts = run.split(/[-_.@]/);
  const stems = parts
    .filter((part) => !STOP_EN.has(part))
    .map((part) => (/^[a-z]+$/.test(part) ? stemmer(part) : part));
  return parts.length > 1 ? [run, ...stems] : stems;
}
