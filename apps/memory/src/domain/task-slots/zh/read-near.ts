import { NAME_CHAR, type Heard } from './hear';
import type { SchemaIndex } from './schema-index';
import { targetService } from './target-service';
import type { Reading } from './reading';

const AROUND = '(?:周边|附近|周围|旁边)';
const NEAR = [
  new RegExp(`(?<place>${NAME_CHAR}{2,60})\\s?(?:这[家个里]\\p{Script=Han}{0,2})?的?${AROUND}`, 'gu'),
  new RegExp(`(?<=^|[，。在去到的个家该这那间找])(?<place>\\p{Script=Han}{2,3}?)的?${AROUND}`, 'gu'),
  new RegExp(`(?:在|去|到)(?<place>[^，。！？；${NAME_CHAR}的在去到]{3,24})的?${AROUND}`, 'gu'),
];
/** Somebody looks for something; who only asks what is around wishes for no place yet. */
const SEARCHES = /找|推荐|介绍|安排|挑选|想要?去|打算|准备|哪[个家]|里|中/;

/**
 * “在X附近找一家酒店”: the place that the search is bound to, for the slot of the service looked for whose label names the service of
 * X (“周边景点”).
 */
export function readNear(
  heard: Heard,
  index: SchemaIndex,
  service: string | undefined,
  refer: (text: string) => string | undefined,
  serviceOfName: (name: string) => string | undefined,
  searches: boolean,
): Reading[] {
  const slots = index.slots.filter(({ kind }) => kind === 'near');
  if (slots.length === 0 || !(searches || SEARCHES.test(heard.masked))) return [];
  for (const match of NEAR.flatMap((form) => [...heard.masked.matchAll(form)])) {
    const place = match.groups?.['place'] ?? '';
    const at = match.index + match[0].indexOf(place);
    const said = heard.text.slice(at, at + place.length);
    const name =
      refer(said) ??
      (index.services.some(({ nouns }) => nouns.some((noun) => said.endsWith(noun) && said.length <= noun.length + 1))
        ? undefined
        : said);
    if (name === undefined || heard.masked[at - 2] === '不') continue;
    const anchor = serviceOfName(name);
    const end = match.index + match[0].length;
    const target = targetService(heard, end, service);
    const slot = slots.find(
      (one) =>
        one.service === target && anchor !== undefined && one.slot.labels.some((label) => label.endsWith(anchor)),
    );
    if (slot !== undefined) return [{ slot, value: name, start: match.index, end }];
  }
  return [];
}
