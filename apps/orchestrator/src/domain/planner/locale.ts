/** The languages that replies are written in. */
export type Language = 'zh' | 'en';

/** Of the declared locale if it is one of ours, otherwise by the script of the text. */
export function languageOf(locale: string, text: string): Language {
  const primary = locale.toLowerCase().split(/[-_]/)[0];
  if (primary === 'zh' || primary === 'en') return primary;
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}

/** A word of letters alone: no part of a code, a number or an address. */
const WORD = /(?<![\p{L}\p{N}@._-])\p{L}{2,}(?![\p{L}\p{N}@._-])/u;

/** The locale of a turn that declares none; a text without words, such as an order number, goes on in the language of the reply before it. */
export function localeOfText(text: string, previousReply = ''): string {
  const speaking = WORD.test(text) || /\p{Script=Han}/u.test(text) ? text : previousReply;
  return /\p{Script=Han}/u.test(speaking) ? 'zh-CN' : 'en-US';
}
