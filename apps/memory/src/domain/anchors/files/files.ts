import type { Anchor } from '@plinth/contracts';
import { ACTION_FORMS, DOCUMENT_EN, DOCUMENT_ZH } from '../actions/action-forms';
import type { Word } from '../han-words';
import { anchorAt, type AnchorRule, matchesOf } from '../anchor-rule';

const EXTENSION =
  '(?:pdf|docx?|xlsx?|pptx?|csv|txt|md|rtf|odt|png|jpe?g|gif|svg|bmp|webp|heic|tiff?|zip|rar|7z|tar\\.gz|gz|mp[34]|wav|m4a|mov|avi|json|xml|ya?ml|html?|log|dwg|psd|epub|sql|py|ts|js|java|apk|exe)';
const ENDING = new RegExp(String.raw`(?<=[\p{Script=Han}\w)）])\.${EXTENSION}(?![\w@]|\.\w)`, 'giu');
/** What may be a name, read back from its ending: with single spaces only beside Han, where they part no words. */
const NAME = /(?:[\p{Script=Han}\w（）()+.-]|(?<=\w) (?=\w)){1,60}$/u;
const LATIN_NAME = /(?<![\w./@-])\w[\w.+()-]{0,60}$/;
const HAN = /\p{Script=Han}/u;
const QUOTED = new RegExp(
  String.raw`[《「“"'](?<name>[^《》「」“”"'\n]{1,80}?(?:\.${EXTENSION}|${DOCUMENT_ZH}))[》」”"']`,
  'dgi',
);
/** Words that stand before a file's name and are none of it; the last of them counts. */
const LED = new Set(
  '把 将 打开 下载 上传 发送 转发 查看 删除 打印 保存 导出 编辑 修改 重命名 压缩 合并 翻译 归档 提交 附上 叫做 叫 名为 是 为 给 我 发我 找到 找 看看 看 附件 里 里面 上 下 中 的 这个 那个 这 那 份 个 文件 和 跟 与 及 以及 在 到 成 从 用 请 帮 帮我 一下 发 发给 存 有 我要 要'.split(
    ' ',
  ),
);
/** Their names before 报告 and the like say which one it is (巡检报告): they need a 一下 or 这份 to be verbs. */
const NOUNS_TOO = new Set([
  'convert',
  'inspect',
  'refund',
  'return',
  'exchange',
  'pay',
  'book',
  'schedule',
  'approve',
  'cancel',
  'assign',
  'report',
]);

const VERBS_ZH = ACTION_FORMS.filter(({ action }) => !NOUNS_TOO.has(action))
  .flatMap(({ zh, spoken = '' }) => `${zh} ${spoken}`.trim().split(' '))
  .filter((form) => form.length > 1)
  .sort((a, b) => b.length - a.length)
  .join('|');
const NOUN_ZH = String.raw`(?<name>(?:(?![把将的给我你他她它了这那和跟在是有]|一[份张个]|成)[\p{Script=Han}A-Za-z0-9]){0,10}?${DOCUMENT_ZH}{1,3})(?![法单员机纸夹里中])`;
/** A document without a file name counts where something is done to it, or where it is counted. */
const DONE_TO_ZH = new RegExp(
  String.raw`(?:把|将|${VERBS_ZH})(?:一下|下)?(?:[一两几这那本该](?:[份张个篇些])?)?(?:[\p{Script=Han}\w]{0,10}的)?${NOUN_ZH}`,
  'dgu',
);
/** A document of which something is said to be done: 发票发到…. */
const TOPIC_ZH = new RegExp(String.raw`(?<=^|[，。,.;；！!？?\s])${NOUN_ZH}(?=${VERBS_ZH})`, 'dgu');
const COUNTED_ZH = new RegExp(String.raw`[一两几这那](?:份|张|篇)(?:\p{Script=Han}{0,6}的)?${NOUN_ZH}`, 'dgu');
const VERBS_EN = ACTION_FORMS.map(({ en }) => en).join('|');
const DONE_TO_EN = new RegExp(
  String.raw`\b(?:${VERBS_EN})(?: (?:me|us|him|her|them|[A-Z][a-z]+))? (?:the |this |that |these |those |my |our |your |his |her |their |an? )(?:latest |new |attached |final |signed )?(?<name>(?:[A-Za-z0-9'’&-]{1,20} ){0,4}?${DOCUMENT_EN})\b`,
  'dgi',
);

/** Files by name, and documents that something is done to. The value is the name without what leads it. */
export const files: AnchorRule = (text, { words }) => [
  ...[...matchesOf(text, QUOTED)].flatMap((match) => named(text, match)),
  ...[...matchesOf(text, ENDING)].flatMap((match) =>
    endingAt(text, match.index, match.index + match[0].length, words()),
  ),
  ...[DONE_TO_ZH, COUNTED_ZH, TOPIC_ZH, DONE_TO_EN].flatMap((pattern) =>
    [...matchesOf(text, pattern)].flatMap((match) => named(text, match)),
  ),
];

function endingAt(text: string, dot: number, end: number, words: readonly Word[]): Anchor[] {
  const before = text.slice(Math.max(0, dot - 80), dot);
  const from = dot - (NAME.exec(before)?.[0].length ?? 0);
  const lead = lastBefore(words, dot, from);
  const own = text.slice(Math.max(from, lead?.end ?? 0), dot);
  const name = HAN.test(own) ? own : (LATIN_NAME.exec(before)?.[0] ?? '');
  return name === '' ? [] : [anchorAt('file', text, dot - name.length, end, text.slice(dot - name.length, end))];
}

/** The last word between two places that leads a name. */
function lastBefore(words: readonly Word[], before: number, from: number): Word | undefined {
  const first = firstFrom(words, from - 8);
  const near = words.slice(first, first + 100);
  const until = near.findIndex(({ end }) => end >= before);
  return near.slice(0, until < 0 ? near.length : until).findLast(({ text, start }) => start >= from && LED.has(text));
}

/** The index of the first word that begins at a place or after it. */
function firstFrom(words: readonly Word[], place: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function named(text: string, match: RegExpExecArray): Anchor[] {
  const span = match.indices?.groups?.['name'];
  return span ? [anchorAt('file', text, span[0], span[1], text.slice(...span))] : [];
}
