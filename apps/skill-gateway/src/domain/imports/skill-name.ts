/** What precedes a name of one's own, which it so can never be taken for. */
const JOINT = '_';

/**
 * The lower_snake name of a tool in its namespace: words are parted at capitals and at what is no letter or digit of ASCII, and other
 * letters are written by their numbers. The way back is the origin that is kept with the skill; two tools that come to one name clash.
 */
export function skillNameOf(namespace: string, tool: string): string {
  const words = tool
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, (letter) => (/[\p{L}\p{N}]/u.test(letter) ? `_u${codeOf(letter)}_` : '_'))
    .split('_')
    .filter((word) => word !== '');
  return [namespace, ...words].join(JOINT);
}

const codeOf = (letter: string): string => (letter.codePointAt(0) ?? 0).toString(16);
