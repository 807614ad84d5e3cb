import { anchorAt, type AnchorRule, matchesOf } from '../anchor-rule';
import { boundOf } from './bounds';
import { currencyOf, NAMES_EN, NAMES_ZH, SIGNS } from './currencies';
import { EN_NUMBER, enNumber } from './en-numbers';
import { decimalText, exactNumber, HAN_DIGIT_CHARS, HAN_SCALE_CHARS, ONE } from './exact-numbers';

const HAN = HAN_DIGIT_CHARS + HAN_SCALE_CHARS;
/** Groups of thousands; a full-width comma only after an ASCII one, since it parts clauses too. */
const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3}(?:[,，]\d{3}){0,4})(?:\.\d{1,6})?|\d{1,15}(?:\.\d{1,6})?)`;
/** Digits, Han numerals or both: 3千万亿, 两个亿, 1万5, 六十四万零一百. */
const NUMBER = String.raw`(?:${DIGITS}|[${HAN}]) ?(?:[${HAN}]|个(?=[万萬亿億])|(?<=[${HAN_SCALE_CHARS}])\d{1,4}){0,24}(?:[kK](?![A-Za-z])|(?<=\d)[wW](?![A-Za-z]))?`;
const NOT_INSIDE = String.raw`(?<!(?:[\d.,${HAN.replace('零', '')}几数大小第-]|(?<!找)零))(?<![A-Za-z]-?)`;
/** “400-500元” and “三百到五百块” are ranges, no amounts. */
const NOT_A_RANGE = String.raw`(?<![\d${HAN}](?:[kKwW万千]|元|块钱?)? ?[-~～到至—] ?)`;
const NO_RANGE_AFTER = String.raw`(?! ?[-~～到至—] ?(?:${SIGNS}|[\d${HAN}]))`;
/** After these a 块 counts pieces and a 元 begins a name. */
const NO_MONEY_AFTER = '(?![桥里区店素次论化制旦宵气朝音方])';
const PIECES =
  '(?!蛋糕|巧克力|肥皂|香皂|瓷砖|砖|地|石|木|布|表|手表|屏|显示|面包|豆腐|电池|肉|玻璃|糖|冰|板|牌|钢|铁|硬盘|内存|主板|月饼|饼|土|去|儿)';
const SUFFIX = `元?(?:${NAMES_ZH})|[元圆]整?${NO_MONEY_AFTER}|块钱|块${PIECES}`;
const ONE_DIGIT = `[\\d${HAN_DIGIT_CHARS}]`;
const TAIL = `(?:(?<jiao>${ONE_DIGIT})[角毛]|(?<bare>${ONE_DIGIT})(?![\\d${HAN}.个分天次月年]))?(?:(?<fen>${ONE_DIGIT})(?:分|(?<=[角毛]${ONE_DIGIT})(?![\\d${HAN}])))?钱?`;

const AFTER_ZH = new RegExp(
  `${NOT_INSIDE}${NOT_A_RANGE}(?:(?<prefix>${NAMES_ZH}) ?)?(?<number>${NUMBER})(?<inside>[多余来几])?(?<scale>[万萬亿億千百]{0,2}) ?(?<unit>${SUFFIX})(?:(?<=[元块圆])${TAIL})?${NO_RANGE_AFTER}`,
  'dg',
);
const NAMED_ZH = new RegExp(`(?<prefix>${NAMES_ZH})[ :：]?(?<number>${NUMBER})${NO_RANGE_AFTER}`, 'dg');
const SMALL_CHANGE = new RegExp(
  `${NOT_INSIDE}(?:(?<jiao>\\d|[${HAN_DIGIT_CHARS}](?=[角毛](?:钱|[\\d${HAN_DIGIT_CHARS}]分)))[角毛])?(?:(?<fen>[\\d${HAN_DIGIT_CHARS}])分(?=钱))?钱?`,
  'dg',
);
const SIGN = new RegExp(
  String.raw`(?<![A-Za-z$])(?<prefix>${SIGNS}) ?(?<number>${DIGITS}) ?(?<scale>[万千亿]|(?:k|m|bn|thousand|million|billion|grand)\b)?(?![\d.]*[-~]\d)`,
  'dgi',
);
const AFTER_EN = new RegExp(
  String.raw`(?<![\d.,-])(?<!\d ?[-~] ?|\d to )(?<number>${DIGITS}) ?(?<scale>k|m|bn|thousand|million|billion|grand)? ?(?<unit>${NAMES_EN})\b`,
  'dgi',
);
const WORDS_EN = new RegExp(String.raw`\b(?<number>${EN_NUMBER}) (?<unit>${NAMES_EN})\b`, 'dgi');
const CENTS = new RegExp(String.raw`(?<![\d.,-])(?<number>\d{1,4}) ?(?:cents?\b|¢)`, 'dgi');
/** A number with a scale and no unit is money when it is all that is said, or a word of money leads it; formal numerals always are. */
const BARE = new RegExp(
  `${NOT_INSIDE}${NOT_A_RANGE}(?<number>(?:${DIGITS}|[${HAN}])(?:[${HAN}]|个(?=[万萬亿億])){0,24}[kKwW]?)(?<inside>[多余])?(?=$|[ ，。,.!！?？；;、）)]|左右|上下|以上|以下|以内|吧|的|了|（含）|[定订押]金|首付|罚款|运费|费用|学费|房租|货款|[尾贷]款|预付款|工资|奖金|补贴|赔偿)${NO_RANGE_AFTER}`,
  'dg',
);
const SCALED = new RegExp(`[${HAN_SCALE_CHARS}kKwW]$|[${HAN_SCALE_CHARS}]`);
const FORMAL = /^[零壹贰貳叁肆伍陆陸柒捌玖拾佰仟万萬亿億]{2,}$/;
const LED =
  /(?:预算|价格|总价|报价|售价|原价|工资|月薪|年薪|薪资|薪水|收入|奖金|花了?|付了?|赔了?|赔偿|贷款?|首付|存款|欠了?|借了?|转账|退款?|房价|成本|费用|金额|转了?|budget|price|salary|cost|pay)(?:是|为|有|到|在|我|你|他|她|:|：|了|is|of)? ?(?:大约|大概|约|近|将近|不到|不足|不超过|小于|少于|低于|超过|大于|高于|至少|最多)?$/i;
const ONLY_BOUND =
  /^(?:大约|大概|约|差不多|近|将近|接近|不到|不足|不超过|小于|少于|低于|超过|大于|高于|多于|至少|最少|最多|至多|起码)?$/;
const ONLY_AFTER = /^(?:左右|上下|以上|以下|以内|之内|吧|的|了|（含）以[上下]|[。.!！?？])*$/;

const EN_SCALES: Readonly<Record<string, bigint>> = {
  k: 1_000n,
  thousand: 1_000n,
  grand: 1_000n,
  m: 1_000_000n,
  million: 1_000_000n,
  bn: 1_000_000_000n,
  billion: 1_000_000_000n,
};

type Found = Readonly<Record<string, string | undefined>>;
type Reader = (
  found: Found,
  text: string,
  start: number,
  end: number,
) => { value: bigint | undefined; unit: string } | undefined;

/** How a match of each pattern is read; in order of trust. */
const PATTERNS: readonly (readonly [RegExp, Reader])[] = [
  [SIGN, (found) => ({ value: scaled(found), unit: currencyOf(found['prefix'] ?? '') })],
  [AFTER_ZH, readZh],
  [NAMED_ZH, ({ number, prefix }) => ({ value: exactNumber(number ?? ''), unit: currencyOf(prefix ?? '') })],
  [AFTER_EN, (found) => ({ value: scaled(found), unit: currencyOf(found['unit'] ?? '') })],
  [WORDS_EN, ({ number, unit }) => ({ value: enNumber(number ?? ''), unit: currencyOf(unit ?? '') })],
  [CENTS, ({ number }) => ({ value: (BigInt(number ?? '0') * ONE) / 100n, unit: 'USD' })],
  [SMALL_CHANGE, (found) => ((found['jiao'] ?? found['fen']) ? { value: change(found), unit: 'CNY' } : undefined)],
  [BARE, readBare],
];

/** Single amounts of money as exact decimals, with what makes them a bound or an estimate; a range such as “400-500元” is no amount. */
export const amounts: AnchorRule = (text) =>
  PATTERNS.flatMap(([pattern, read]) =>
    [...matchesOf(text, pattern)].flatMap((match) => {
      const found: Found = match.groups ?? {};
      const [start, end] = [match.index, match.index + match[0].trimEnd().length];
      const amount = match[0] === '' ? undefined : read(found, text, start, end);
      if (amount?.value === undefined) return [];
      const bound = boundOf(text, start, end, found['inside']);
      const anchor = anchorAt('amount', text, start, end, decimalText(amount.value), amount.unit);
      return [bound === undefined ? anchor : { ...anchor, bound }];
    }),
  );

function readZh(found: Found): ReturnType<Reader> {
  const { number = '', scale = '', unit = '', prefix } = found;
  const counted = exactNumber(number + scale);
  const name = unit.replace(/^元(?=.)|[元圆块]整?钱?$/g, (part, at: number) =>
    at === 0 && unit.length > part.length ? '' : part,
  );
  const value = counted === undefined ? undefined : counted + change(found);
  return { value, unit: currencyOf(prefix ?? name) };
}

function readBare({ number = '' }: Found, text: string, start: number, end: number): ReturnType<Reader> {
  if (!SCALED.test(number)) return undefined;
  const before = text.slice(Math.max(0, start - 12), start);
  const alone =
    ONLY_BOUND.test(text.slice(0, start).slice(-12).trim()) &&
    start <= 12 &&
    ONLY_AFTER.test(text.slice(end, end + 12));
  return FORMAL.test(number) || alone || LED.test(before) ? { value: exactNumber(number), unit: 'CNY' } : undefined;
}

function change({ jiao, bare, fen }: Found): bigint {
  const tenths = exactNumber(jiao ?? bare ?? '0') ?? 0n;
  return tenths / 10n + (exactNumber(fen ?? '0') ?? 0n) / 100n;
}

function scaled({ number = '', scale }: Found): bigint | undefined {
  const factor = EN_SCALES[(scale ?? '').toLowerCase()];
  if (factor === undefined) return exactNumber(number + (scale ?? ''));
  const value = exactNumber(number);
  return value === undefined ? undefined : value * factor;
}
