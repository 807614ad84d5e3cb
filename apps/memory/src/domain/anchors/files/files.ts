import type { Anchor } from '@plinth/contracts';
import { ACTION_FORMS, DOCUMENT_EN, DOCUMENT_ZH } from '../actions/action-forms';
import { anchorAt, type AnchorRule, matchesOf } from '../anchor-rule';

const EXTENSION =
  '(?:pdf|docx?|xlsx?|pptx?|csv|txt|md|rtf|odt|png|jpe?g|gif|svg|bmp|webp|heic|tiff?|zip|rar|7z|tar\\.gz|gz|mp[34]|wav|m4a|mov|avi|json|xml|ya?ml|html?|log|dwg|psd|epub|sql|py|ts|js|java|apk|exe)';
const LATIN = new RegExp(String.raw`(?<![\w./@-])[\w][\w.+()-]{0,80}\.${EXTENSION}(?![\w@]|\.\w)`, 'gi');
const HAN = new RegExp(
  String.raw`(?:[\p{Script=Han}\w（）()+-]|(?<=\w) (?=\w)){1,40}\.${EXTENSION}(?![\w@]|\.\w)`,
  'giu',
);
const QUOTED = new RegExp(
  String.raw`[《「“"'](?<name>[^《》「」“”"'\n]{1,80}?(?:\.${EXTENSION}|${DOCUMENT_ZH}))[》」”"']`,
  'dgi',
);
/** Words that stand before a file's name and are none of it, the last of them counts. */
const LED =
  /^.*(?:把|将|打开|下载|上传|发送|转发|查看|删除|打印|保存|导出|编辑|修改|重命名|压缩|合并|翻译|归档|提交|附上|叫做|叫|名为|文件名是|是|为|给我|发我|找到|找|看看|看一下|看|附件里的|里的|上的|下的|的|这个|那个|这份|那份|文件|附件|和|跟|与|及|在|到|成|从|用|请|帮我|一下|发)(?=.)/u;

const VERBS_ZH = ACTION_FORMS.filter(({ needs }) => needs !== 'format')
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
const COUNTED_ZH = new RegExp(String.raw`[一两几这那](?:份|张|篇)(?:\p{Script=Han}{0,6}的)?${NOUN_ZH}`, 'dgu');
const VERBS_EN = ACTION_FORMS.map(({ en }) => en).join('|');
const DONE_TO_EN = new RegExp(
  String.raw`\b(?:${VERBS_EN})(?: (?:me|us|him|her|them|[A-Z][a-z]+))? (?:the |this |that |these |those |my |our |your |his |her |their |an? )(?:latest |new |attached |final |signed )?(?<name>(?:[A-Za-z0-9'’&-]{1,20} ){0,4}?${DOCUMENT_EN})\b`,
  'dgi',
);

/** Files by name, and documents that something is done to. The value is the name without what leads it. */
export const files: AnchorRule = (text) => [
  ...[...matchesOf(text, QUOTED)].flatMap((match) => named(text, match)),
  ...[...matchesOf(text, HAN)].flatMap((match) => {
    const lead = LED.exec(match[0].slice(0, match[0].lastIndexOf('.')))?.[0].length ?? 0;
    if (!/\p{Script=Han}/u.test(match[0].slice(lead))) return [];
    return [anchorAt('file', text, match.index + lead, match.index + match[0].length, match[0].slice(lead))];
  }),
  ...[...matchesOf(text, LATIN)].map((match) =>
    anchorAt('file', text, match.index, match.index + match[0].length, match[0]),
  ),
  ...[DONE_TO_ZH, COUNTED_ZH, DONE_TO_EN].flatMap((pattern) =>
    [...matchesOf(text, pattern)].flatMap((match) => named(text, match)),
  ),
];

function named(text: string, match: RegExpExecArray): Anchor[] {
  const span = match.indices?.groups?.['name'];
  return span ? [anchorAt('file', text, span[0], span[1], text.slice(...span))] : [];
}
