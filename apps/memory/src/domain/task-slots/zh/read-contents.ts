import { NAME_CHAR, type Heard } from './hear';
import type { IndexedSlot, SchemaIndex } from './schema-index';
import { targetService } from './target-service';
import type { Reading } from './reading';
import { CONTENT_VERBS } from './words';

const THING = `(?:[^有，。！？!?；;：:${NAME_CHAR}]|(?<=[和、])有){1,40}?`;
const HAS = '(?:有|含|(?<![宽热地一磁领想])带)';
const END = '(?=的|[，。！？!?；;]|$|[吧呢吗么啊呀嘛了]|这|那|可以|而且|并且|且|好吃|最好|做[得的]|就)';
/** What is no thing to be had: a question, a meal in general, another wish. */
const NO_THING =
  /[什啥哪谁吗]|符合|休息|多少|几[个家种]|推荐|东西|好吃|^(?:各种|一些|点)?(?:特色菜?|美食|美味)$|不错|味道|[我你您他她它咱]|[完顿找帮想去来]|没有?|有没|^[这那](?:$|[一二两俩三四几]?(?:[道个首种样款项些]))|^别的?$|^到|^尝|[吧呢]$|^合适|^(?:一?[个点]|了|过)?(?:早|午|晚|中|夜)?[饭餐]$|^[的得地个家否]|评分|以[上下]|\d元|价|周边|附近|酒店|餐馆|景点|地方|^(?:时间|电话|地址)/;
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
        .replace(/^(?:[和跟及]|还?能?有|也?提供|能?提供|可以|卖|一下|一[个道份盘]|[个点些]|到)(?=.)/u, '')
        .replace(/["“”'‘’《》]/g, '')
        .trim(),
    )
    .filter((part) => part !== '');
}

interface Pattern {
  readonly slot: IndexedSlot;
  readonly forms: readonly RegExp[];
  readonly counters: RegExp;
}

function patterns(index: SchemaIndex): Pattern[] {
  return index.slots
    .filter(({ kind }) => kind === 'content')
    .map((slot): Pattern => {
      const row = CONTENT_VERBS.find(({ label }) => slot.slot.labels.some((one) => label.test(one)));
      const verbs = row?.verbs ?? '要';
      const counters = row?.counters ?? '东西';
      const nouns = index.services.find(({ name }) => name === slot.service)?.nouns.join('|') ?? '';
      const labels = slot.words.join('|');
      return {
        slot,
        counters: new RegExp(`(?:${counters})$`),
        forms: [
          new RegExp(
            `(?:有|${verbs})(?<thing>${THING})(?:这|那)[一二两俩三四几]?(?:道|个|种|样|款|项|些)?(?:${counters})`,
            'gu',
          ),
          new RegExp(
            `(?:${labels})(?:里|中)?(?:要|得|最好|希望)?(?:有|是|为|包括|包含|：|:)(?<thing>${THING})${END}`,
            'gu',
          ),
          new RegExp(`(?:${verbs})(?<thing>${THING})${END}`, 'gu'),
          new RegExp(`${HAS}(?<thing>${THING})的(?:[^，。！？；]{0,12}?(?:${nouns}))`, 'gu'),
          new RegExp(`${HAS}(?<thing>${THING})(?:${counters}){1,2}(?:的|，|。|$)`, 'gu'),
          new RegExp(
            `[家个间处，、](?:能|要|要是|可以|最好|如果)?还?有(?<thing>${THING})的?(?:的话)?[吧呢啊]?(?=[，、。！？!?；]|$)`,
            'gu',
          ),
          new RegExp(`有(?<thing>${THING})的?(?:吗|么|没有?|[啊呢](?=[？?]))`, 'gu'),
        ],
      };
    });
}

/** What people want to eat, be offered, learn…: lists, written with a space between their items. */
export function readContents(heard: Heard, index: SchemaIndex, service: string | undefined): Reading[] {
  return patterns(index).flatMap(({ slot, forms, counters }): Reading[] => {
    const items: { readonly item: string; readonly start: number; readonly end: number }[] = [];
    const taken = new Uint8Array(heard.masked.length);
    for (const form of forms)
      for (const match of heard.masked.matchAll(form)) {
        const thing = match.groups?.['thing'] ?? '';
        const start = match.index + match[0].indexOf(thing);
        const end = start + thing.length;
        if (taken.subarray(start, end).includes(1)) continue;
        if (targetService(heard, start, service) !== slot.service && slot.service !== '') continue;
        const withNoun = counters.exec(heard.masked.slice(end, end + 4).replace(/^(.{2}).*/u, '$1'))?.[0] ?? '';
        const said = itemsOf(thing + withNoun);
        const bad = said.findIndex((item) => NO_THING.test(item));
        const good = bad < 0 ? said : said.slice(0, bad);
        if (good.length > 0) taken.fill(1, start, end);
        for (const item of good) items.push({ item: bare(item, counters), start, end });
      }
    if (items.length === 0) return [];
    items.sort((a, b) => a.start - b.start);
    const unique = [...new Set(items.map(({ item }) => item))];
    return [{ slot, value: unique.join(' '), start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 }];
  });
}
