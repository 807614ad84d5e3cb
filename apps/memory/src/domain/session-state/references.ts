import { foldWidth } from '../anchors/fold-width';
import { CORE_KINDS, type CoreEntity, type CoreEntityKind, coreEntities } from './core-entities';
import type { SessionState } from './session-state';

/** A phrase that points at something named before, and what it points at. Offsets count in the text as given. */
export interface Reference {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly entity: Pick<CoreEntity, 'kind' | 'value'>;
}

const THINGS: readonly CoreEntityKind[] = ['order_number', 'file', 'place'];

/** The nouns and pronouns of each kind. Data: add a noun to teach another. */
const NOUNS: Readonly<Record<CoreEntityKind, { zh: string; en: string }>> = {
  order_number: {
    zh: '订单号?|单子|单号|运单|快递单?|包裹|货|单',
    en: 'orders?|purchases?|parcels?|packages?|shipments?',
  },
  file: {
    zh: '文件|文档|报表|报告|表格|表|附件|图片|照片|图|合同|稿子?|幻灯片|PDF|PPT',
    en: 'files?|documents?|docs?|reports?|spreadsheets?|sheets?|attachments?|pictures?|photos?|images?|contracts?|slides?|pdfs?',
  },
  place: { zh: '地方|城市|地点|地址|位置', en: 'places?|city|cities|town|location|destination' },
  person: {
    zh: '人|同事|客户|朋友|老师|同学|先生|女士|家伙',
    en: 'person|people|guys?|man|woman|colleague|customer|client|friend|teacher|lady',
  },
};

const BEFORE = '(?:刚才|刚刚|方才|之前|前面|上面|先前|最开始|一开始)';
const SAID = '(?:我|你|咱们|我们)?(?:说|提|提到|讲|讲到|发|给|问|查|聊|用)?(?:过|到)?的?';
const CLASSIFIER = '(?:张|个|份|笔|位|家|条|封|件|单|名|座|批|幅)';
const NUMERAL = '(?<ordinal>[一二三四五六七八九十]|\\d{1,2})';
/** What may follow a bare “那个”: otherwise it is a pause or the head of a noun that names no known kind. */
const CLOSED =
  '(?=$|[，。？！,.?!；;\\s]|[的吧呢吗呀啊了呗]|怎么|在哪|到哪|多少|什么|是|也|就|还|发|退|取消|改|查|删|寄|转|给|送|打开|导出)';
/** “这个” after these is the topic, not a thing; “那个，” in front is a pause. */
const NOT_TOPIC = '(?!^[那这]个[，,])(?<!(?:不|别|先)(?:说|谈|聊|提|管))';

const anyNoun = (language: 'zh' | 'en'): string =>
  CORE_KINDS.map((kind) => `(?<${kind}>${NOUNS[kind][language]})`).join('|');

type Picks = 'last' | 'previous' | 'first' | 'ordinal' | 'final';
interface ReferenceRule {
  readonly pattern: RegExp;
  readonly picks: Picks;
  /** Kinds that a phrase without a noun may point at. */
  readonly kinds: readonly CoreEntityKind[];
}

const rule = (picks: Picks, kinds: readonly CoreEntityKind[], pattern: string): ReferenceRule => ({
  picks,
  kinds,
  pattern: new RegExp(pattern, 'dgiu'),
});

/** In order: of two phrases that overlap the one found by the earlier rule stands. */
const RULES: readonly ReferenceRule[] = [
  rule('ordinal', THINGS, `(?:${BEFORE}${SAID})?(?:那|这)?第${NUMERAL}${CLASSIFIER}(?:${anyNoun('zh')})?`),
  rule('final', THINGS, `(?:${BEFORE}${SAID})?最后(?:那|这)?(?:一)?${CLASSIFIER}(?:${anyNoun('zh')})?`),
  rule('first', THINGS, '前者'),
  rule('final', THINGS, '后者'),
  rule('previous', THINGS, `(?:再?上一|上上一|前一|上)${CLASSIFIER}(?:${anyNoun('zh')})?`),
  rule('last', THINGS, `(?:${BEFORE}${SAID})?(?:那|这|该)(?:一)?${CLASSIFIER}?(?:${anyNoun('zh')})`),
  rule('last', THINGS, `${BEFORE}${SAID}(?:那|这)?(?:一)?${CLASSIFIER}?(?:${anyNoun('zh')})`),
  rule(
    'last',
    THINGS,
    `${NOT_TOPIC}(?:${BEFORE}${SAID}(?:那|这)(?:一)?${CLASSIFIER}|(?:那|这)(?:一)?${CLASSIFIER})${CLOSED}`,
  ),
  rule('last', ['place'], '(?<![在从]?一)(?:那里|那儿|那边|当地)'),
  rule('last', ['person'], '(?<![其吉排])[他她](?![们人乡])'),
  rule('last', THINGS, '(?<!其)它(?!们)'),

  rule(
    'ordinal',
    THINGS,
    `\\b(?:the|that|this) (?<ordinal>first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th) (?:one|of (?:them|those|these)|${anyNoun('en')})\\b`,
  ),
  rule('final', THINGS, `\\bthe (?:last|final) (?:one|of (?:them|those|these))\\b|\\bthe latter\\b`),
  rule('first', THINGS, '\\bthe former\\b'),
  rule('previous', THINGS, `\\b(?:the|my) (?:previous|other|earlier) (?:one|${anyNoun('en')})\\b`),
  rule(
    'last',
    THINGS,
    `\\b(?:that|this|the same|the last|my last|the) (?:${anyNoun('en')})\\b(?! ?(?:numbers?|id|no\\.?|#|[A-Z]*\\d))`,
  ),
  rule('last', THINGS, '\\b(?:that|this|the same) one\\b'),
  rule('last', ['person'], '\\b(?:him|her|he|she)\\b'),
  rule(
    'last',
    ['place'],
    '(?<=\\b(?:go|going|get|fly|flying|travel|drive|from|over|weather|stay|staying|live|back|arrive|hotel|hotels|like|it) )there\\b',
  ),
  // “It” points at a thing where something is done to it or asked of it; “it is raining” does not.
  rule(
    'last',
    THINGS,
    "(?<=\\b(?:cancel|return|refund|send|forward|email|mail|track|check|change|delete|remove|open|convert|print|share|ship|find|move|rename|update|edit|save|buy|book|have|want|need|got|get|see|do|did|does|will|is|where(?:'|’)?s|received|about|with|of|to|for) )it\\b(?! (?:possible|ok|okay|true|raining|snowing|cold|hot|going to (?:rain|snow)|fine|late|time|safe|worth|that|too))",
  ),
];

const ORDINALS: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'一二三四五六七八九十'].map((char, i) => [char, i + 1])),
  ...Object.fromEntries(['first', 'second', 'third', 'fourth', 'fifth'].map((word, i) => [word, i + 1])),
};

/** Longer texts are pasted, and point at what stands in themselves. */
const MAX_TEXT = 2_000;
const MAX_REFERENCES = 16;

/**
 * What the phrases of a text point at among the core entities of its session, at whatever round those were named (M31). A phrase that
 * fits none is left out. Entities that the same text names are for its anchors: pass the session as it was before the text.
 */
export function resolveReferences(text: string, session: SessionState): Reference[] {
  const entities = coreEntities(session);
  if (entities.length === 0 || text.length > MAX_TEXT) return [];
  const folded = foldWidth(text);
  const taken = new Uint8Array(folded.length);
  const references: Reference[] = [];
  for (const { pattern, picks, kinds } of RULES) {
    for (const match of folded.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      const noun = CORE_KINDS.find((kind) => match.groups?.[kind] !== undefined);
      const entity = pick(entities, picks, noun ? [noun] : kinds, match.groups?.['ordinal']);
      if (entity)
        references.push({
          text: text.slice(start, end),
          start,
          end,
          entity: { kind: entity.kind, value: entity.value },
        });
      if (references.length === MAX_REFERENCES) return references;
    }
  }
  return references.sort((a, b) => a.start - b.start);
}

function pick(
  entities: readonly CoreEntity[],
  picks: Picks,
  kinds: readonly CoreEntityKind[],
  ordinal: string | undefined,
): CoreEntity | undefined {
  const fitting = entities.filter(({ kind }) => kinds.includes(kind));
  const last = fitting.at(-1);
  if (!last || picks === 'last') return last;
  if (picks === 'previous') return fitting.filter(({ kind }) => kind === last.kind).at(-2);
  const list = latestList(fitting);
  if (picks === 'first') return list[0];
  if (picks === 'final') return list.at(-1);
  const counted = (ordinal ?? '').toLowerCase();
  return list[(ORDINALS[counted] ?? Number.parseInt(counted, 10)) - 1];
}

/** What “the second one” counts in: the latest message that named several of one kind, or else all of the kind named last. */
function latestList(fitting: readonly CoreEntity[]): readonly CoreEntity[] {
  for (const { message, kind } of fitting.toReversed()) {
    const together = fitting.filter((entity) => entity.message === message && entity.kind === kind);
    if (together.length > 1) return together;
  }
  return fitting.filter(({ kind }) => kind === fitting.at(-1)?.kind);
}
