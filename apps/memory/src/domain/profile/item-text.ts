import { attributeLabel, languageOf } from '@plinth/contracts';
import { attributeOfKey } from '../utterance/attributes';

/** Longest text of an item, in characters (M6). */
const MAX_ITEM = 200;

/** The attribute as people of the language call it, so that a search by their word finds the fact. */
function nounOf(key: string, chinese: boolean): string {
  const attribute = attributeOfKey(key);
  const base = key.replace(/\/\d+$/, '');
  if (!attribute) return attributeLabel(key, chinese ? 'zh' : 'en');
  return attribute.words.find((word) => /\p{Script=Han}/u.test(word) === chinese) ?? base.replaceAll('_', ' ');
}

/** One cleaned sentence about the user, never a transcript (M1, M6). */
export function factSentence(key: string, value: string, locale: string): string {
  const chinese = languageOf(locale, value) === 'zh';
  return clip(chinese ? `用户的${nounOf(key, true)}：${value}` : `The user's ${nounOf(key, false)}: ${value}`);
}

/** A skill's success with its receipt: what the system itself has verified (M12 b). */
export function receiptSentence(skill: string, receipt: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(receipt).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [`${name}=${value}`] : [],
  );
  return clip(`${skill}: ${fields.join(', ')}`);
}

/** By whole characters; what is cut says so. */
export const clip = (text: string, most = MAX_ITEM): string =>
  [...text].length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`;
