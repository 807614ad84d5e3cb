interface Currency {
  /** ISO 4217 */
  readonly code: string;
  /** Names and signs after a number, apart from the plain 元 and 块, parted by `|`. */
  readonly zh: string;
  readonly en: string;
  /** Signs and codes before a number; Chinese names stand before one too (“港币两千”). */
  readonly sign?: string;
}

/** Data: a currency of your own is a row. */
const CURRENCIES: readonly Currency[] = [
  { code: 'CNY', zh: '人民币', en: 'yuan|rmb|cny|renminbi', sign: '¥|￥|RMB|CNY' },
  { code: 'USD', zh: '美元|美金|美刀', en: 'dollars?|bucks?|usd', sign: '$|US$|USD' },
  { code: 'EUR', zh: '欧元', en: 'euros?|eur', sign: '€|EUR' },
  { code: 'GBP', zh: '英镑', en: 'pounds?|gbp|quid', sign: '£|GBP' },
  { code: 'JPY', zh: '日元|日币|日圆', en: 'yen|jpy', sign: 'JPY' },
  { code: 'HKD', zh: '港币|港元|港纸', en: 'hkd|hong kong dollars?', sign: 'HK$|HKD' },
  { code: 'TWD', zh: '新台币|台币', en: 'twd', sign: 'NT$|TWD' },
  { code: 'MOP', zh: '澳门元|澳门币|葡币', en: 'patacas?' },
  { code: 'KRW', zh: '韩元|韩币', en: 'krw', sign: '₩|KRW' },
  { code: 'RUB', zh: '卢布', en: 'rub|rubles?|roubles?', sign: '₽' },
  { code: 'THB', zh: '泰铢|泰币', en: 'thb|baht', sign: '฿' },
  { code: 'SGD', zh: '新加坡元|新币|坡币', en: 'sgd', sign: 'S$|SGD' },
  { code: 'AUD', zh: '澳元|澳币|澳大利亚元', en: 'aud', sign: 'A$|AUD' },
  { code: 'CAD', zh: '加元|加币|加拿大元', en: 'cad', sign: 'C$|CAD' },
  { code: 'NZD', zh: '新西兰元|纽币|纽元', en: 'nzd', sign: 'NZ$' },
  { code: 'CHF', zh: '瑞士法郎|瑞郎|法郎', en: 'chf|francs?', sign: 'CHF' },
  { code: 'SEK', zh: '瑞典克朗', en: 'sek|kronor' },
  { code: 'NOK', zh: '挪威克朗', en: 'nok' },
  { code: 'DKK', zh: '丹麦克朗', en: 'dkk' },
  { code: 'INR', zh: '印度卢比|卢比', en: 'inr|rupees?', sign: '₹' },
  { code: 'VND', zh: '越南盾', en: 'vnd' },
  { code: 'IDR', zh: '印尼盾|印尼卢比', en: 'idr|rupiah' },
  { code: 'MYR', zh: '林吉特|令吉|马币', en: 'myr|ringgit' },
  { code: 'PHP', zh: '菲律宾比索|比索', en: 'pesos?' },
  { code: 'MXN', zh: '墨西哥比索', en: 'mxn' },
  { code: 'BRL', zh: '雷亚尔|巴西雷亚尔', en: 'brl|reais' },
  { code: 'TRY', zh: '土耳其里拉|里拉', en: 'lira' },
  { code: 'ZAR', zh: '南非兰特|兰特', en: 'zar' },
  { code: 'AED', zh: '迪拉姆', en: 'aed|dirhams?' },
];

const quoted = (text: string): string => text.replace(/[$]/g, '\\$&');
const longestFirst = (names: readonly string[]): string => [...names].sort((a, b) => b.length - a.length).join('|');

export const NAMES_ZH = longestFirst(CURRENCIES.flatMap(({ zh }) => zh.split('|')));
export const NAMES_EN = longestFirst(CURRENCIES.flatMap(({ en }) => en.split('|')));
export const SIGNS = longestFirst(CURRENCIES.flatMap(({ sign }) => (sign ? sign.split('|').map(quoted) : [])));

const CODES = new Map(
  CURRENCIES.flatMap(({ code, zh, sign }) =>
    [...zh.split('|'), ...(sign?.split('|') ?? [])].map((name) => [name, code]),
  ),
);
const WORDS = CURRENCIES.map(({ code, en }) => [new RegExp(`^(?:${en})$`, 'i'), code] as const);

/** The ISO code of a currency by any of its names; a plain 元 or 块 is the yuan. */
export function currencyOf(name: string): string {
  return CODES.get(name.toUpperCase()) ?? CODES.get(name) ?? WORDS.find(([word]) => word.test(name))?.[1] ?? 'CNY';
}
