import type { Language } from '@plinth/contracts';

/** What a text is compared by: words of three letters and more in English, pairs of characters in Chinese. */
export function termsOf(text: string, language: Language): string[] {
  return language === 'zh' ? pairs(text) : (text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []);
}

function pairs(text: string): string[] {
  const characters = [...text.replace(/[^\p{Script=Han}\d]/gu, '')];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
