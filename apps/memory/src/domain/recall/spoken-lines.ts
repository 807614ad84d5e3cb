/** Who said what in an item's text; without roles everything is `both`. */
export interface Spoken {
  readonly user: string;
  readonly assistant: string;
}

const DATE_HEAD = /^\s*[[(（【]?\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?[\])）】]?[\s:：]*/;
const USER = /^(?:用户|顾客|客户|我|user|customer|client|me|human)\s{0,2}[:：]\s*/i;
const ASSISTANT = /^(?:助手|助理|机器人|客服|系统|ai|assistant|agent|bot|system)\s{0,2}[:：]\s*/i;
/** More lines than these are a document, not an exchange. */
const MAX_LINES = 64;

/** The text without a date at its head, which says when, not what. */
export const withoutDate = (content: string): string => content.replace(DATE_HEAD, '');

/** An exchange by its labels (“用户：… 助手：…”); one of two lines without labels is the user's and the answer to it. */
export function spokenIn(content: string): Spoken | undefined {
  const lines = withoutDate(content)
    .split('\n', MAX_LINES)
    .filter((line) => line.trim() !== '');
  let user = '';
  let assistant = '';
  let speaker: 'user' | 'assistant' | undefined;
  for (const line of lines) {
    if (USER.test(line)) speaker = 'user';
    else if (ASSISTANT.test(line)) speaker = 'assistant';
    if (speaker === 'user') user += `${line.replace(USER, '')}\n`;
    else if (speaker === 'assistant') assistant += `${line.replace(ASSISTANT, '')}\n`;
  }
  if (user !== '' || assistant !== '') return { user, assistant };
  return lines.length === 2 ? { user: lines[0] ?? '', assistant: lines[1] ?? '' } : undefined;
}

const SENTENCE = /[^。！？!?\n.]{1,400}(?:\.(?=\S)[^。！？!?\n.]{0,400}){0,8}[。！？!?.\n]{0,3}/g;

/** The sentences of a text that ask, and those that state. */
export function askedAndStated(text: string): { readonly asked: string; readonly stated: string } {
  let asked = '';
  let stated = '';
  for (const [sentence] of text.matchAll(SENTENCE)) {
    if (/[?？]/.test(sentence)) asked += sentence;
    else stated += sentence;
  }
  return { asked, stated };
}
