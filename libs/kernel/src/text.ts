/** Why a text cannot be stored: PostgreSQL refuses U+0000, and a lone surrogate has no UTF-8. */
export type TextFault = 'nul_character' | 'lone_surrogate';

/** The first fault of a text, or undefined; edges refuse such a text by name instead of altering it. */
export function textFault(text: string): TextFault | undefined {
  if (text.includes('\u0000')) return 'nul_character';
  if (!text.isWellFormed()) return 'lone_surrogate';
  return undefined;
}

export const utf8Bytes = (text: string): number => Buffer.byteLength(text, 'utf8');
