/** At most `maxLength` UTF-16 code units of a foreign text, in a form that every store keeps; for messages, not for values. */
export function storableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll('\u0000', '\ufffd').toWellFormed();
}
