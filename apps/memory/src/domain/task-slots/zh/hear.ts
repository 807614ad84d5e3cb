import { foldWidth } from '../../anchors/fold-width';
import type { Named } from '../tracking/dialogue-memory';
import { firstFrom } from './positions';
import type { SchemaIndex } from './schema-index';

export interface Mention {
  readonly start: number;
  readonly end: number;
}

export interface ThingMention extends Mention, Named {}

export interface ServiceMention extends Mention {
  readonly service: string;
  /**
   * `anchor`: “酒店周边…” tells where; `around`: “周边的酒店”; `verb`: only what is
   * done there was said, or a compound that may mean another thing.
   */
  readonly role: 'head' | 'anchor' | 'around' | 'verb';
}

/** A text made ready for reading. All offsets count in `text`, which is as long as what was said. */
export interface Heard {
  /** Width folded, as said. */
  readonly text: string;
  /** The same with every character of a known name replaced, so that words inside names are not read. */
  readonly masked: string;
  readonly sentences: readonly Mention[];
  readonly things: readonly ThingMention[];
  readonly services: readonly ServiceMention[];
  /** Services of which a noun, a verb or a thing has come up. */
  readonly spokenOf: ReadonlySet<string>;
}

export const NAME_CHAR = '\uE000';
/** “锦江之星(北京奥体中心店)”: a name with its branch. */
const BRANCHED = /[\p{Script=Han}A-Za-z0-9·&.]{1,24}[(（][^()（），。！？]{1,24}[)）]/gu;
const AROUND = /^的?(?:周边|附近|周围|旁边|边上)/;
const AFTER_AROUND =
  /(?:周边|附近|周围|旁边)(?:的|还?有没有|还?有什么|还?有哪些|还?有啥|都有|有|还有)?(?:其他|其它|别|什么|哪些|啥)?(?:的|样的)?(?:好吃|好玩|不错)?的?$/;
/** Before a noun that stands for itself; after any other character it is the end of a compound (“中式餐厅”). */
const BEFORE_HEAD =
  /(?:^|[^\p{Script=Han}]|[的个家间处座所型些款种找去有到在住这该此哪是和与跟或几想订选换进回坐乘打叫查问要请位条次费分边里吃给上下内星元])$/u;
const LOOK_BACK = 16;

function findThings(text: string, named: readonly Named[]): ThingMention[] {
  const found: ThingMention[] = [];
  const taken = new Uint8Array(text.length);
  const take = (start: number, thing: Named, length: number): void => {
    if (taken.subarray(start, start + length).includes(1)) return;
    taken.fill(1, start, start + length);
    found.push({ ...thing, start, end: start + length });
  };
  for (const thing of [...named].sort((a, b) => b.name.length - a.name.length))
    for (let at = text.indexOf(thing.name); at >= 0; at = text.indexOf(thing.name, at + thing.name.length))
      take(at, thing, thing.name.length);
  for (const match of text.matchAll(BRANCHED)) {
    const lead =
      /^.*(?:从|到|去|在|推荐您?|选择?|就|是|叫|的)/u.exec(match[0].split(/[(（]/)[0] ?? '')?.[0].length ?? 0;
    const name = match[0].slice(lead);
    if (name.length > 3) take(match.index + lead, { name }, name.length);
  }
  return found.sort((a, b) => a.start - b.start);
}

function findServices(masked: string, index: SchemaIndex): ServiceMention[] {
  const found: ServiceMention[] = [];
  const taken = new Uint8Array(masked.length);
  const words = index.services
    .flatMap(({ name, nouns, verbs }) => [
      ...nouns.map((word) => ({ word, service: name, verb: false })),
      ...verbs.map((word) => ({ word, service: name, verb: true })),
    ])
    .sort((a, b) => Number(a.verb) - Number(b.verb) || b.word.length - a.word.length);
  for (const { word, service, verb } of words)
    for (let at = masked.indexOf(word); at >= 0; at = masked.indexOf(word, at + word.length)) {
      const end = at + word.length;
      if (taken.subarray(at, end).includes(1)) continue;
      taken.fill(1, at, end);
      const before = masked.slice(Math.max(0, at - LOOK_BACK), at);
      const role = verb
        ? 'verb'
        : AROUND.test(masked.slice(end, end + 4))
          ? 'anchor'
          : AFTER_AROUND.test(before)
            ? 'around'
            : BEFORE_HEAD.test(before)
              ? 'head'
              : 'verb';
      found.push({ start: at, end, service, role });
    }
  return found.sort((a, b) => a.start - b.start);
}

export function hear(said: string, named: readonly Named[], index: SchemaIndex): Heard {
  const text = foldWidth(said);
  const things = findThings(text, named);
  let masked = text;
  for (const { start, end } of things)
    masked = masked.slice(0, start) + NAME_CHAR.repeat(end - start) + masked.slice(end);
  const sentences = [...masked.matchAll(SENTENCE)].map(({ 0: one, index: start }) => ({
    start,
    end: start + one.length,
  }));
  const services = findServices(masked, index);
  const spokenOf = new Set([...services, ...things].flatMap(({ service }) => service ?? []));
  return { text, masked, sentences, things, services, spokenOf };
}

const SENTENCE = /[^。！？!?;；\n]+/g;

/** The sentence that `at` stands in; an empty one where it stands between two. */
export function sentenceAt({ sentences }: Heard, at: number): Mention {
  const place = firstFrom(sentences, at + 1) - 1;
  const sentence = sentences[place];
  return sentence !== undefined && at <= sentence.end ? sentence : { start: at, end: at };
}
