import { NAME_CHAR, sentenceAt, type Heard } from './hear';
import type { Reading } from './reading';

/** Somebody asks for another thing to be found… */
const SEARCH = /(?:找|推荐|介绍|挑选?|安排|想去|想要|想吃|预?订|换|再来)|还有没有/u;
/** …and not among those that are on the table. */
const AMONG = new RegExp(
  `这[些几两二三]|那[些几两二三]|其中|里面|上面|哪[个家些几]|(?:周边|附近)的?[^，。]{0,6}[里中]|${NAME_CHAR}(?:这家)?[^，。]{0,4}(?:是|有没有|有[^，。]{1,12}吗)`,
  'u',
);

/**
 * Whether the wishes of a turn start a search of their own for `service`: then the wishes of the earlier one, which has found
 * its thing, do not bind it.
 */
export function startsSearch(heard: Heard, wishes: readonly Reading[], service: string): boolean {
  const [first] = wishes.filter(({ slot }) => slot.service === service);
  if (first === undefined) return false;
  const { start, end } = sentenceAt(heard, first.start);
  const sentence = heard.masked.slice(start, end);
  return SEARCH.test(sentence) && !AMONG.test(heard.masked);
}
