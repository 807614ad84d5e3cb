import type { NoticeCode } from './reply-parts';
import type { Language } from './locale';
import { phrasesEn } from './phrases-en';
import { phrasesZh } from './phrases-zh';

/** Every sentence that the planner can say by itself; `{{…}}` are slots of the draft. One file per language. */
export interface Phrases {
  readonly fallback: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly flowDeclined: string;
  readonly failed: string;
  readonly refused: string;
  readonly ask: string;
  readonly set: string;
  readonly replaced: string;
  readonly undone: string;
  readonly undoneRemoved: string;
  readonly confirmed: string;
  readonly notSaved: string;
  readonly nothingToUndo: string;
  readonly answer: string;
  readonly unknown: string;
  readonly notices: Readonly<Record<NoticeCode, string>>;
  readonly keys: Readonly<Record<string, string>>;
  readonly greetings: readonly string[];
  readonly courtesies: readonly string[];
}

const PHRASES = { zh: phrasesZh, en: phrasesEn } satisfies Record<Language, Phrases>;

export const phrasesOf = (language: Language): Phrases => PHRASES[language];

/** How an attribute is called to the user; one that has no name of its own is called by its key. */
export function labelOf(language: Language, key: string): string {
  return PHRASES[language].keys[key] ?? key.replaceAll('_', ' ');
}

export function noticeOf(
  language: Language,
  code: NoticeCode,
): { readonly code: NoticeCode; readonly message: string } {
  return { code, message: PHRASES[language].notices[code] };
}
