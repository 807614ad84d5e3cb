/** Stands for one character of quoted text: no rule reads it, so quoted words are data and never the user's own (M25). */
export const QUOTED = '\uE000';

const PAIRS = [
  /“[^”]{0,2000}”?/g,
  /「[^」]{0,2000}」?/g,
  /『[^』]{0,2000}』?/g,
  /"[^"\n]{0,2000}"/g,
  /`{1,3}[^`]{1,4000}`{1,3}/g,
  /(?<=^|[\s(:：，,])['‘][^'’\n]{1,400}['’](?=$|[\s,.;:!?)，。；！？、])/g,
  /^[ \t]*>.*$/gm,
  /<[a-z_]+>[\s\S]{0,4000}?<\/[a-z_]+>/gi,
];

/** The text with everything quoted masked, every character in its place. */
export function maskQuotes(text: string): string {
  return PAIRS.reduce((masked, pattern) => masked.replace(pattern, (quoted) => QUOTED.repeat(quoted.length)), text);
}

/** The inside of a text that is quoted as a whole. */
export function unquote(text: string): string {
  return text.replace(
    /^(?:“([^”]*)”|「([^」]*)」|『([^』]*)』|"([^"]*)"|['‘]([^'’]*)['’]|`([^`]*)`)$/,
    (_all, ...groups: unknown[]) => {
      const inside = groups.slice(0, 6).find((group) => typeof group === 'string');
      return typeof inside === 'string' ? inside : '';
    },
  );
}
