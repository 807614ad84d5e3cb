/** The languages that replies are written in. */
export type Language = 'zh' | 'en';

/** Of the declared locale if it is one of ours, otherwise by the script of the text. */
export function languageOf(locale: string, text: string): Language {
  const primary = locale.toLowerCase().split(/[-_]/)[0];
  if (primary === 'zh' || primary === 'en') return primary;
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}

/** The locale of a turn that declares none. */
export function localeOfText(text: string): string {
  return /\p{Script=Han}/u.test(text) ? 'zh-CN' : 'en-US';
}
