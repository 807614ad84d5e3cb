const FULL_WIDTH = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF20\uFF0D\uFF0E\uFF3F\uFF03\uFF04\u3000]/g;

/** Full-width letters, digits and the signs of codes as ASCII; every character keeps its place, so offsets hold. */
export function foldWidth(text: string): string {
  return text.replace(FULL_WIDTH, (char) =>
    char === '\u3000' ? ' ' : String.fromCharCode(char.charCodeAt(0) - 0xfee0),
  );
}
