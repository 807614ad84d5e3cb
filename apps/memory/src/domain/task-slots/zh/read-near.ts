import type { Dialogue } from './dialogue';
import { NAME_CHAR } from './hear';
import type { Reading } from './reading';
import { referTo, serviceOfName } from './refer';
import { targetService } from './target-service';

const AROUND = '(?:周边|附近|周围|旁边)';
const NEAR = [
  new RegExp(`(?<place>${NAME_CHAR}{2,60})\\s?(?:这[家个里]\\p{Script=Han}{0,2})?的?${AROUND}`, 'gu'),
  new RegExp(`(?<=^|[，。在去到的个家该这那间找])(?<place>\\p{Script=Han}{2,3}?)的?${AROUND}`, 'gu'),
  new RegExp(`(?:在|去|到)(?<place>[^，。！？；${NAME_CHAR}的在去到]{3,24})的?${AROUND}`, 'gu'),
];
/** Somebody looks for something; who only asks what is around wishes for no place yet. */
const SEARCHES = /找|推荐|介绍|安排|挑选|想要?去|打算|准备|哪[个家]|里|中/;

/** The place that a text means; undefined where it is a noun alone that refers to nothing known (“餐馆附近”). */
function placeOf(said: string, { index, named, state }: Dialogue): { name: string; refers: boolean } | undefined {
  const meant = referTo(said, index, named, state);
  if (meant !== undefined) return { name: meant, refers: true };
  const isNoun = index.services.some(({ nouns }) =>
    nouns.some((noun) => said.endsWith(noun) && said.length <= noun.length + 1),
  );
  return isNoun ? undefined : { name: said, refers: false };
}

/**
 * “在X附近找一家酒店”: the place that the search is bound to, for the slot of the service looked for whose label names the service of
 * X (“周边景点”).
 */
export function readNear(dialogue: Dialogue, searches: boolean): Reading[] {
  const { index, named, state, service, user } = dialogue;
  const { heard } = user;
  const slots = index.slots.filter(({ kind }) => kind === 'near');
  if (slots.length === 0 || !(searches || SEARCHES.test(heard.masked))) return [];
  for (const match of NEAR.flatMap((form) => [...heard.masked.matchAll(form)])) {
    const place = match.groups?.['place'] ?? '';
    const start = match.index + match[0].indexOf(place);
    const end = match.index + match[0].length;
    const meant = placeOf(heard.text.slice(start, start + place.length), dialogue);
    if (meant === undefined || heard.masked[start - 2] === '不') continue;
    const anchor = serviceOfName(meant.name, index, named, state);
    const target = targetService(heard, end, service);
    const slot = slots.find(
      (one) =>
        one.service === target && anchor !== undefined && one.slot.labels.some((label) => label.endsWith(anchor)),
    );
    if (slot !== undefined) return [{ slot, value: meant.name, start, end, because: meant.refers ? 'refers' : 'said' }];
  }
  return [];
}
