/** A word of letters alone: no part of a code, a number or an address. */
const WORD = /(?<![\p{L}\p{N}@._-])\p{L}{2,}(?![\p{L}\p{N}@._-])/u;

/** The locale of a turn that declares none; a text without words, such as an order number, goes on in the language of the reply before it. */
export function localeOfText(text: string, previousReply = ''): string {
  const speaking = WORD.test(text) || /\p{Script=Han}/u.test(text) ? text : previousReply;
  return /\p{Script=Han}/u.test(speaking) ? 'zh-CN' : 'en-US';
}
