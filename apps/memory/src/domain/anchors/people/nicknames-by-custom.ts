import { segmenter } from '@plinth/terms';
import { NO_NAMES, SURNAME, TITLES_ZH } from './name-tables';
import { ALSO_CALLED_EN, CALLED_AS_KIN, CALLED_BY_FAMILY, CALLED_BY_TITLE, OF_MEN, OF_WOMEN } from './nickname-tables';

/** More of one person would only find others. */
const MAX_NICKNAMES = 24;
const HAN_NAME = new RegExp(`^(?<family>${SURNAME})(?<given>\\p{Script=Han}{1,2})$`, 'u');
const ENDS_IN_TITLE = new RegExp(`(?:${TITLES_ZH})$`);
/** Of the dictionary's parts of speech those of words that mean something else first. */
const PLAIN = /^(?:[advntcpr]|ad|an|vn|vd|ns|nz|[ijlmqsf])$/;

/**
 * What somebody of this name and title is commonly called, besides what the user calls them (M5): 王莉 is 王姐, 小王, 莉莉, by her title 王经理;
 * Robert is Bob, and Bob may be Robert. A guess by custom: several people may share it, so that it names nobody beyond doubt. Plain words
 * (刚刚, 明明, 小费) are left out. Empty for a name that is neither Chinese nor begins with a given name of English.
 */
export function nicknamesByCustom(name: string, title?: string): readonly string[] {
  const whole = name.normalize('NFKC').trim();
  const { family, given } = HAN_NAME.exec(whole)?.groups ?? {};
  const called =
    family !== undefined && given !== undefined ? calledInChinese(family, given, title) : calledInEnglish(whole);
  return [...new Set(called)].filter((nickname) => nickname !== whole).slice(0, MAX_NICKNAMES);
}

function calledInChinese(family: string, given: string, title = ''): string[] {
  const sex = sexOf(given);
  const kin = Object.entries(CALLED_AS_KIN).flatMap(([of, form]) => (sex === undefined || sex === of ? [form] : []));
  const held = ENDS_IN_TITLE.exec(title)?.[0];
  const byTitle = CALLED_BY_TITLE.flatMap(([titles, forms]) => (titles.test(title) ? forms : []));
  const ofFamily = [...CALLED_BY_FAMILY, ...kin, ...byTitle, ...(held === undefined ? [] : [`S${held}`])].map((form) =>
    form.replace('S', family),
  );
  const last = given.slice(-1);
  const ofGiven = [...(given.length > 1 ? [given] : []), last + last, `阿${last}`, `小${last}`].filter(isNoWord);
  return [...ofFamily, ...ofGiven].filter((nickname) => !NO_NAMES.has(nickname));
}

function sexOf(given: string): keyof typeof CALLED_AS_KIN | undefined {
  const signs = [...given];
  const woman = signs.some((character) => OF_WOMEN.includes(character));
  const man = signs.some((character) => OF_MEN.includes(character));
  return woman === man ? undefined : woman ? 'woman' : 'man';
}

/** Of a given name the word's own meaning would be heard first. */
function isNoWord(nickname: string): boolean {
  const [only, ...more] = segmenter().tag(nickname, true);
  return more.length > 0 || only === undefined || !PLAIN.test(only.tag);
}

const calledInEnglish = (name: string): readonly string[] => {
  const [given = ''] = name.split(/[\s.]+/);
  return ALSO_CALLED_EN.get(given.toLowerCase()) ?? [];
};
