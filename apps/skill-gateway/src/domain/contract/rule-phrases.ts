import type { Json } from '@plinth/kernel';

type Params = Readonly<Record<string, Json>>;
type Language = 'en' | 'zh';
type Phrase = (params: Params) => string;

/** Words of a schema in a message at most. */
const MAX_WORDS = 500;
const words = (value: Json | undefined): string =>
  value === undefined ? '' : JSON.stringify(value).slice(0, MAX_WORDS);
const listed = (value: Json | undefined, between: string): string =>
  Array.isArray(value) ? value.map(String).join(between) : words(value);

/** What each rule asks for; what follows the name of a field. */
const PHRASES: Readonly<Record<string, Readonly<Record<Language, Phrase>>>> = {
  required: {
    en: ({ because }) => (because === undefined ? 'is required' : `is required beside ${words(because)}`),
    zh: ({ because }) => (because === undefined ? '必须提供' : `有 ${words(because)} 时必须提供`),
  },
  unknown_property: {
    en: ({ nearest }) => (nearest === undefined ? 'is not known here' : `is not known here; ${words(nearest)} is`),
    zh: ({ nearest }) => (nearest === undefined ? '不是这里的参数' : `不是这里的参数；这里有 ${words(nearest)}`),
  },
  type: {
    en: ({ types }) => `must be of type ${listed(types, ' or ')}`,
    zh: ({ types }) => `类型必须是 ${listed(types, ' 或 ')}`,
  },
  enum: {
    en: ({ allowed }) => `must be one of ${words(allowed)}`,
    zh: ({ allowed }) => `必须是 ${words(allowed)} 之一`,
  },
  const: { en: ({ allowed }) => `must be one of ${words(allowed)}`, zh: ({ allowed }) => `必须是 ${words(allowed)}` },
  minimum: { en: ({ limit }) => `must be at least ${words(limit)}`, zh: ({ limit }) => `不能小于 ${words(limit)}` },
  maximum: { en: ({ limit }) => `must be at most ${words(limit)}`, zh: ({ limit }) => `不能大于 ${words(limit)}` },
  exclusive_minimum: {
    en: ({ limit }) => `must be above ${words(limit)}`,
    zh: ({ limit }) => `必须大于 ${words(limit)}`,
  },
  exclusive_maximum: {
    en: ({ limit }) => `must be below ${words(limit)}`,
    zh: ({ limit }) => `必须小于 ${words(limit)}`,
  },
  multiple_of: {
    en: ({ limit }) => `must be a multiple of ${words(limit)}`,
    zh: ({ limit }) => `必须是 ${words(limit)} 的倍数`,
  },
  min_length: {
    en: ({ limit }) => `must have at least ${words(limit)} characters`,
    zh: ({ limit }) => `至少要有 ${words(limit)} 个字符`,
  },
  max_length: {
    en: ({ limit }) => `must have at most ${words(limit)} characters`,
    zh: ({ limit }) => `最多 ${words(limit)} 个字符`,
  },
  min_items: {
    en: ({ limit }) => `must have at least ${words(limit)} elements`,
    zh: ({ limit }) => `至少要有 ${words(limit)} 项`,
  },
  max_items: {
    en: ({ limit }) => `must have at most ${words(limit)} elements`,
    zh: ({ limit }) => `最多 ${words(limit)} 项`,
  },
  min_properties: {
    en: ({ limit }) => `must have at least ${words(limit)} properties`,
    zh: ({ limit }) => `至少要有 ${words(limit)} 个属性`,
  },
  max_properties: {
    en: ({ limit }) => `must have at most ${words(limit)} properties`,
    zh: ({ limit }) => `最多 ${words(limit)} 个属性`,
  },
  unique_items: { en: () => 'must not hold an element twice', zh: () => '不能有重复的项' },
  pattern: { en: ({ pattern }) => `must match ${words(pattern)}`, zh: ({ pattern }) => `必须匹配 ${words(pattern)}` },
  format: {
    en: ({ format }) => `must be written as ${words(format)}`,
    zh: ({ format }) => `必须符合格式 ${words(format)}`,
  },
  content: { en: () => 'must be encoded as its schema says', zh: () => '编码必须符合模式' },
  contains: { en: () => 'lacks an element that its schema asks for', zh: () => '缺少模式要求的项' },
  max_contains: {
    en: ({ limit }) => `must hold at most ${words(limit)} such elements`,
    zh: ({ limit }) => `这样的项最多 ${words(limit)} 个`,
  },
  property_names: { en: () => 'is no name that is allowed here', zh: () => '名称不符合要求' },
  any_of: { en: () => 'must fit one of the alternatives', zh: () => '必须符合其中一种形式' },
  one_of: { en: () => 'must fit exactly one of the alternatives', zh: () => '必须只符合其中一种形式' },
  not: { en: () => 'must not be what its schema excludes', zh: () => '不能是模式排除的值' },
  not_allowed: { en: () => 'is not allowed', zh: () => '不允许' },
  too_complex: { en: () => 'is too much to be checked', zh: () => '过于复杂，无法检查' },
  max_depth: {
    en: ({ limit }) => `must nest at most ${words(limit)} levels`,
    zh: ({ limit }) => `最多嵌套 ${words(limit)} 层`,
  },
  not_finite: { en: () => 'must be a number that JSON can write', zh: () => '必须是 JSON 能表示的数字' },
  reserved_name: { en: () => 'is a reserved name', zh: () => '是保留的名称' },
  nul_character: { en: () => 'must be text that can be stored', zh: () => '必须是可以保存的文字' },
  lone_surrogate: { en: () => 'must be text that can be stored', zh: () => '必须是可以保存的文字' },
};

/** What a rule asks for, in a language; holds words of the schema, never of the value. */
export function rulePhrase(rule: string, params: Params, language: Language): string {
  const phrase = Object.hasOwn(PHRASES, rule) ? PHRASES[rule]?.[language] : undefined;
  return phrase?.(params) ?? (language === 'zh' ? '必须符合模式' : 'must fit the schema');
}
