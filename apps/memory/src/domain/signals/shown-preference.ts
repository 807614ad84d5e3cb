import type { AttributeKey } from '@plinth/contracts';

type Words = Readonly<Record<'zh' | 'en', string>>;

/** The preferences that users show without stating them, with their values as a user is told them. Data: add a row. */
const SHOWN = {
  reply_length: { brief: { zh: '简洁', en: 'brief' }, detailed: { zh: '详细', en: 'detailed' } },
  reply_format: {
    list: { zh: '列表', en: 'list' },
    table: { zh: '表格', en: 'table' },
    steps: { zh: '分步骤', en: 'step by step' },
  },
  explanation_style: { plain: { zh: '通俗', en: 'plain' }, technical: { zh: '专业', en: 'technical' } },
  examples: { with: { zh: '举例说明', en: 'with examples' } },
  freshness: { latest: { zh: '最新的', en: 'the latest' } },
  price_level: { low: { zh: '实惠的', en: 'inexpensive' }, high: { zh: '高端的', en: 'high-end' } },
  language: { zh: { zh: '中文', en: 'Chinese' }, en: { zh: '英文', en: 'English' } },
} as const satisfies Partial<Record<AttributeKey, Readonly<Record<string, Words>>>>;

type Shown = typeof SHOWN;
/** The key under which recurring terms of a user's field are kept; its values are the terms, and there may be several. */
export const FIELD_KEY = 'field_of_interest' as const satisfies AttributeKey;

export type SignalKey = keyof Shown | typeof FIELD_KEY;
/** One value of one of the preferences, as `reply_length=brief`. */
export type ShownPreference = { readonly [K in keyof Shown]: { key: K; value: keyof Shown[K] & string } }[keyof Shown];

/** What a text shows of its speaker. Of a key in `SHOWN` the value is one of its names, of the field the term itself. */
export interface Signal {
  readonly key: SignalKey;
  readonly value: string;
}

const values: ReadonlyMap<string, ReadonlyMap<string, Words>> = new Map(
  Object.entries(SHOWN).map(([key, named]) => [key, new Map<string, Words>(Object.entries(named))]),
);

/** The value in the words of the language, as the profile keeps it and the user is asked for it. */
export const wordsOf = ({ key, value }: Signal, language: 'zh' | 'en'): string =>
  values.get(key)?.get(value)?.[language] ?? value;

/** Whether what the profile holds under the key is this value, in whichever language. */
export function isValue({ key, value }: Signal, held: string): boolean {
  const words = values.get(key)?.get(value);
  return [value, words?.zh, words?.en].some((word) => word?.toLowerCase() === held.trim().toLowerCase());
}

/** The signals that show what the profile holds under the key, in whichever language. */
export function shownBy(key: string, held: string): Signal[] {
  if (key === FIELD_KEY) return [{ key, value: held }];
  return SIGNALS.filter((signal) => signal.key === key && isValue(signal, held));
}
const SIGNALS: readonly Signal[] = Object.keys(SHOWN).flatMap((key) =>
  isShown(key) ? Object.keys(SHOWN[key]).map((value) => ({ key, value })) : [],
);
function isShown(key: string): key is keyof Shown {
  return key in SHOWN;
}

/** Whether the profile may hold several values: no two terms of a field contradict one another. */
export const isOfMany = (key: SignalKey): boolean => key === FIELD_KEY;

/** How a user wants to be answered, whatever is asked: to be told with every turn, not only when a question finds it. */
const OF_EVERY_REPLY: ReadonlySet<string> = new Set<SignalKey>([
  'reply_length',
  'reply_format',
  'explanation_style',
  'examples',
  'freshness',
  'language',
  FIELD_KEY,
]);
export const isOfEveryReply = (key: string): boolean => OF_EVERY_REPLY.has(key.replace(/\/\d+$/, ''));
