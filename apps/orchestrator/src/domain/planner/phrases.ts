import type { Phrases } from './phrase-list';
import type { NoticeCode } from '../session/reply-parts';
import type { Language } from './locale';
import { phrasesEn } from './phrases-en';
import { phrasesZh } from './phrases-zh';

const PHRASES = { zh: phrasesZh, en: phrasesEn } satisfies Record<Language, Phrases>;

export const phrasesOf = (language: Language): Phrases => PHRASES[language];

/** How an attribute is called to the user; one that has no name of its own is called by its key. */
export function labelOf(language: Language, key: string): string {
  const { keys } = PHRASES[language];
  return (Object.hasOwn(keys, key) ? keys[key] : undefined) ?? key.replaceAll('_', ' ');
}

export function noticeOf(
  language: Language,
  code: NoticeCode,
): { readonly code: NoticeCode; readonly message: string } {
  return { code, message: PHRASES[language].notices[code] };
}
