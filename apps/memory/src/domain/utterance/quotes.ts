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
];
const TAG = /<(\/?)[a-z_]+>/gi;
const MAX_TAGGED = 4_000;

/** The text with everything quoted masked, every character in its place. */
export function maskQuotes(text: string): string {
  return maskTagged(
    PAIRS.reduce((masked, pattern) => masked.replace(pattern, (quoted) => QUOTED.repeat(quoted.length)), text),
  );
}

/** From a tag that opens to the first after it that closes, of whatever names; in one pass, however many never close. */
function maskTagged(text: string): string {
  let masked = '';
  let from = 0;
  let opens: { readonly start: number; readonly end: number }[] = [];
  for (const { 0: tag, 1: slash, index } of text.matchAll(TAG)) {
    const end = index + tag.length;
    if (slash === '') {
      opens.push({ start: index, end });
      continue;
    }
    const opened = opens.find((open) => index - open.end <= MAX_TAGGED);
    opens = [];
    if (!opened) continue;
    masked += text.slice(from, opened.start) + QUOTED.repeat(end - opened.start);
    from = end;
  }
  return masked + text.slice(from);
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
