import { alternatives } from './alternatives';
import { NAME_CHAR } from './hear';
import { oncePer } from './once-per';
import type { IndexedSlot, SchemaIndex } from './schema-index';
import { CONTENT_VERBS } from './words';

export interface ContentPattern {
  readonly slot: IndexedSlot;
  readonly forms: readonly RegExp[];
  /** “它有X吗”: a wish on top of those that found it. */
  readonly adds: RegExp;
  readonly counters: RegExp;
  /** What is no such thing, though it is said so. */
  readonly none: RegExp;
}

const THING = `(?<thing>(?:[^有，。！？!?；;：:${NAME_CHAR}]|(?<=[和、])有){1,40}?)`;
const HAS = '(?:有|含|(?<![宽热地一磁领想])带)';
const END = '(?=的|[，。！？!?；;]|$|[吧呢吗么啊呀嘛了]|这|那|可以|而且|并且|且|好吃|最好|做[得的]|就)';
const ASKED = '的?(?:吗|么|没有?|[啊呢](?=[？?]))';
const IT = `(?:${NAME_CHAR}|[它他]家?|这[家个里]\\p{Script=Han}{0,2}|那[家个里]\\p{Script=Han}{0,2}|店里)`;

/** How one speaks of the things that fill a slot: by the verbs and nouns of its kind, by its labels, before its service. */
export const contentPatterns = oncePer((index: SchemaIndex): ContentPattern[] =>
  index.slots
    .filter(({ kind, slot }) => kind === 'content' && slot.values === undefined)
    .map((slot): ContentPattern => {
      const row = CONTENT_VERBS.find(({ label }) => slot.slot.labels.some((one) => label.test(one)));
      const verbs = row?.verbs ?? '要';
      const counters = row?.counters ?? '东西';
      const nouns = alternatives(index.services.find(({ name }) => name === slot.service)?.nouns ?? []);
      const labels = alternatives(slot.words);
      return {
        slot,
        none: row?.none ?? /(?!)/,
        counters: new RegExp(`(?:${counters})$`, 'u'),
        adds: new RegExp(`${IT}(?:还|里)?有${THING}${ASKED}`, 'gu'),
        forms: [
          `(?:有|${verbs})${THING}[这那][一二两俩三四几]?(?:道|个|种|样|款|项|些)?(?:${counters})`,
          `${labels}[里中]?(?:要|得|最好|希望)?(?:有|是|为|包括|包含|：|:)${THING}${END}`,
          `(?:${verbs})${THING}${END}`,
          `${HAS}${THING}的[^，。！？；]{0,12}?${nouns}`,
          `${HAS}${THING}(?:${counters}){1,2}(?:的|，|。|$)`,
          `[家个间处，、](?:能|要|要是|可以|最好|如果)?还?有${THING}的?(?:的话)?[吧呢啊]?(?=[，、。！？!?；]|$)`,
          `有${THING}${ASKED}`,
        ].map((form) => new RegExp(form, 'gu')),
      };
    }),
);
