/** A line of Chinese that goes on in the next one goes on without a space. */
const WRAPPED_HAN = /(?<=\p{Script=Han})[ \t]{0,8}\r?\n[ \t]{0,8}(?=\p{Script=Han})/gu;

/** A clause is found by its own words and by those of the headings and lead-ins that it stands under. */
export const searchedText = (above: readonly string[], content: string): string =>
  [...above, content].join('\n').replace(WRAPPED_HAN, '');
