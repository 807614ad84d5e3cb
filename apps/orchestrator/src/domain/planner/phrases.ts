import type { Language } from '@plinth/contracts';
import type { Phrases } from './phrase-list';
import type { NoticeCode } from '../session/reply-parts';
import { phrasesEn } from './phrases-en';
import { phrasesZh } from './phrases-zh';

const PHRASES = { zh: phrasesZh, en: phrasesEn } satisfies Record<Language, Phrases>;

export const phrasesOf = (language: Language): Phrases => PHRASES[language];

export function noticeOf(
  language: Language,
  code: NoticeCode,
): { readonly code: NoticeCode; readonly message: string } {
  return { code, message: PHRASES[language].notices[code] };
}
