import { type ContentPattern, contentPatterns } from './content-patterns';
import type { Dialogue } from './dialogue';
import type { Reading } from './reading';
import { targetService } from './target-service';

/** What is no thing to be had: a question, a meal in general, another wish. */
const NO_THING =
  /^(?:货|现货|库存|问题|疑问|优惠|活动|空)$|[什啥哪谁吗]|符合|休息|多少|几[个家种]|推荐|东西|好吃|^(?:各种|一些|点)?(?:特色菜?|美食|美味)$|不错|味道|[我你您他她它咱]|[完顿找帮想去来]|没有?|有没|^[这那](?:$|[一二两俩三四几]?(?:[道个首种样款项些]))|^别的?$|^到|^尝|[吧呢]$|^合适|^[的得地个家否是]|评分|以[上下]|\d元|价|周边|附近|酒店|餐馆|景点|地方|^(?:时间|电话|地址)/;
const PLACE_LIKE = /[室房厅池场吧馆心]$/;
const SEPARATOR = /[、,/]|以及|还有|和|跟|及|\s+(?:和\s+)?/;

/** “行李寄存服务” is called 行李寄存, “叫醒服务” by its whole name: what is no word alone keeps its noun. */
function bare(item: string, counters: RegExp): string {
  const without = item.replace(counters, '');
  return without.length >= 4 || (without.length >= 2 && PLACE_LIKE.test(without)) ? without : item;
}

/** “X和Y” in its parts; a part that is empty keeps the word together (“和牛”). */
export function itemsOf(list: string): string[] {
  const parts = list.split(SEPARATOR).map((part) => part.trim());
  const whole = parts.some((part) => part === '') ? list.split(/[、,/]|以及|还有/) : parts;
  return whole
    .map((part) =>
      part
        .trim()
        .replace(
          /^(?:[和跟及]|还?能?有|也?提供|能?提供|可以|卖|一下|(?:一|\d{1,4})[个道份盘台件只套张箱盒]|[个点些]|到)(?=.)/u,
          '',
        )
        .replace(/["“”'‘’《》]/g, '')
        .trim(),
    )
    .filter((part) => part !== '');
}

interface Item {
  readonly item: string;
  readonly start: number;
  readonly end: number;
}

function itemsRead({ slot, forms, counters, none }: ContentPattern, { user: { heard }, service }: Dialogue): Item[] {
  const items: Item[] = [];
  const taken = new Uint8Array(heard.masked.length);
  for (const form of forms)
    for (const match of heard.masked.matchAll(form)) {
      const thing = match.groups?.['thing'] ?? '';
      const start = match.index + match[0].indexOf(thing);
      const end = start + thing.length;
      if (taken.subarray(start, end).includes(1)) continue;
      if (slot.service !== '' && targetService(heard, start, service) !== slot.service) continue;
      const withNoun = counters.exec(heard.masked.slice(end, end + 2))?.[0] ?? '';
      const said = itemsOf(thing + withNoun);
      const bad = said.findIndex((item) => NO_THING.test(item) || none.test(item));
      const good = bad < 0 ? said : said.slice(0, bad);
      if (good.length > 0) taken.fill(1, start, end);
      for (const item of good) {
        const at = start + Math.max(0, thing.indexOf(item));
        items.push({ item: bare(item, counters), start: at, end: Math.min(end, at + item.length) });
      }
    }
  return items.sort((a, b) => a.start - b.start);
}

/** What people want to eat, be offered, learn…: lists, written with a space between their items. */
export function readContents(dialogue: Dialogue): Reading[] {
  return contentPatterns(dialogue.index).flatMap((pattern): Reading[] => {
    const items = itemsRead(pattern, dialogue);
    const [first] = items;
    if (first === undefined) return [];
    const { masked } = dialogue.user.heard;
    const adds = [...masked.matchAll(pattern.adds)].some(
      ({ index, 0: asked }) => index <= first.start && first.start < index + asked.length,
    );
    const held = adds ? (dialogue.state.get(pattern.slot.slot.name)?.split(' ') ?? []) : [];
    const value = [...new Set([...held, ...items.map(({ item }) => item)])].join(' ');
    return [{ slot: pattern.slot, value, start: first.start, end: items.at(-1)?.end ?? first.end }];
  });
}
