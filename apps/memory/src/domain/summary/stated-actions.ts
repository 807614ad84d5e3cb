import { stemmer } from 'stemmer';
import { segmenter } from '@plinth/terms';
import { ACTIONS, type ActionWords } from './action-words';

/** An action of a text, denied or not; offsets count in the text. */
export interface StatedAction {
  /** Its name in ACTIONS, or the verb itself, stemmed. */
  readonly action: string;
  readonly denied: boolean;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `stop` → stop, stops, stopped, stoped, stopping, stoping: a form that nobody writes does no harm. */
function inflected(verb: string): string[] {
  if (verb.endsWith('e')) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(verb)) return [verb, ...['ies', 'ied', 'ying'].map((ending) => verb.slice(0, -1) + ending)];
  if (/(?:s|x|z|ch|sh)$/.test(verb)) return [verb, `${verb}es`, `${verb}ed`, `${verb}ing`];
  const stems = /[aeiou][^aeiouwxy]$/.test(verb) ? [verb, verb + verb.slice(-1)] : [verb];
  return [verb, `${verb}s`, ...stems.flatMap((stem) => [`${stem}ed`, `${stem}ing`])];
}

const formsOf = (read: (words: ActionWords) => readonly string[]): ReadonlyMap<string, string> =>
  new Map(ACTIONS.flatMap((words) => read(words).map((form) => [form, words.action] as const)).toReversed());

const ZH = formsOf(({ zh }) => zh.split('|'));
const EN = formsOf(({ en, irregular = '' }) => [
  ...en.split(' ').filter(Boolean).flatMap(inflected),
  ...irregular.split('|').filter((form) => form !== '' && !form.includes(' ')),
]);
const PHRASES = formsOf(({ irregular = '' }) => irregular.split('|').filter((form) => form.includes(' ')));

const alternatives = (forms: ReadonlyMap<string, string>): string =>
  [...forms.keys()].sort((a, b) => b.length - a.length).join('|');
const READERS: readonly { readonly pattern: RegExp; readonly forms: ReadonlyMap<string, string> }[] = [
  { pattern: new RegExp(alternatives(ZH), 'g'), forms: ZH },
  { pattern: new RegExp(`\\b(?:${alternatives(PHRASES)})\\b`, 'gi'), forms: PHRASES },
  { pattern: /(?<![\p{L}\p{N}])[a-z]{2,16}(?![\p{L}\p{N}])/giu, forms: EN },
];
const MAX_TEXT = 32_768;

/** The actions of a text that have a name in ACTIONS, in order, one at each place. */
export function statedActions(text: string): StatedAction[] {
  const read = text.slice(0, MAX_TEXT);
  const found = READERS.flatMap(({ pattern, forms }) =>
    [...read.matchAll(pattern)].flatMap(({ index, 0: word }) => {
      const action = forms.get(word.toLowerCase());
      return action === undefined ? [] : [stated(read, action, word, index)];
    }),
  );
  return found
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .reduce<StatedAction[]>((kept, action) => ((kept.at(-1)?.end ?? 0) > action.start ? kept : [...kept, action]), []);
}

/** Verbs that report or colour what others do; they say nothing that a source would have to hold. */
const LIGHT = new Set(
  '表示 提到 询问 希望 想要 认为 觉得 说明 告诉 咨询 讨论 介绍 描述 谈到 聊到 要求 需要 打算 计划 喜欢 可以 应该 进行 成为 作为 具有 开始 继续 表达 提出 提供 给出 得知 了解 知道 寻求 请求 建议 回应 指出 强调 承诺 感谢 没有 存在 属于 包括 涉及 关于 使用 帮助 感到 正在 准备 负责 处理'.split(
    ' ',
  ),
);
const LIGHT_EN = new Set(
  'asked mentioned wanted stated said noted discussed requested expressed needed described talked explained inquired enquired planned liked used based related named called offered provided responded suggested advised indicated reported informed hoped decided tried seemed interested excited concerned worried pleased tired red bed need speed feed indeed hundred'.split(
    ' ',
  ),
);

/** The same for all regular forms of an English verb. */
export const verbStem = (word: string): string => stemmer(word).replace(/y$/, 'i');

/** Verbs without a name in ACTIONS: Chinese by the dictionary's tagger, English past forms. Light verbs are left out. */
export function otherVerbs(text: string): StatedAction[] {
  const read = text.slice(0, MAX_TEXT);
  const named = statedActions(read);
  const isNamed = (start: number, end: number): boolean =>
    named.some((action) => action.start < end && start < action.end);
  return [...hanVerbs(read), ...englishVerbs(read)].filter(({ start, end }) => !isNamed(start, end));
}

function hanVerbs(text: string): StatedAction[] {
  if (!/\p{Script=Han}/u.test(text)) return [];
  let offset = 0;
  return segmenter()
    .tag(text, true)
    .flatMap(({ word, tag }) => {
      const start = offset;
      offset += word.length;
      const acts = tag === 'v' || (tag === 'vn' && /^[了过给到着]/.test(text.slice(offset)));
      return acts && word.length > 1 && !LIGHT.has(word) ? [stated(text, word, word, start)] : [];
    });
}

function englishVerbs(text: string): StatedAction[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])[a-z]{3,20}ed(?![\p{L}\p{N}-])/gu)].flatMap(({ index, 0: word }) =>
    LIGHT_EN.has(word) ? [] : [stated(text, verbStem(word), word, index)],
  );
}

const DENIED_ZH =
  /(?:没有?|未|(?<!是(?=不是)|可(?=不可)|能(?=不能)|要(?=不要)|好(?=不好))不(?!过|但|仅|错|如|同|少)|(?<![特区级分])别(?!人|的)|勿|无法|无需|尚未)(?:\p{Script=Han}){0,3}$/u;
const DENIED_EN =
  /\b(?:not|never|no longer|without|cannot|unable to|refused to|failed to|(?:did|do|does|wo|ca|have|has|had|is|was|were|are|could|should|would)n['’]?t)(?: \w+){0,2} $/i;

function stated(text: string, action: string, word: string, start: number): StatedAction {
  const before = text.slice(Math.max(0, start - 24), start);
  const denied = DENIED_ZH.test(before) || DENIED_EN.test(before);
  return { action, denied, text: word, start, end: start + word.length };
}
