import type { MasksPolicy } from './masks-policy';

const HIDDEN = '***';
const SENTENCE = /[^。！？!?；;\n]+/g;
const DIGIT = '[0-9０-９]';
/** What follows a number that counts or dates something and pays nobody. */
const OTHER_UNIT =
  '(?!\\s?(?:[号日点时岁个人次天周位楼层路栋室级期:：]|月(?![薪入])|年(?![薪入包终])|分(?!红)|(?:st|nd|rd|th|[ap]m|days?|weeks?|months?|years?|hours?|points?|miles?|people)\\b))';
const DATE = `${DIGIT}{4}[-/.]${DIGIT}{1,2}[-/.]${DIGIT}{1,2}`;
const CURRENCY =
  '(?:元|块钱?|圆|人民币|美[元金]|港[元币]|欧元|日元|刀|RMB|CNY|USD|HKD|EUR|GBP|dollars?|euros?|pounds?|yuan|bucks)';
const DIGITS = `(?:[¥￥$€£]\\s?|(?:RMB|CNY|USD|HKD|EUR|GBP)\\s?)?(?<![A-Za-z0-9０-９_@#])${DIGIT}{1,24}(?:[,.，．]${DIGIT}{1,12}){0,6}(?!${DIGIT})${OTHER_UNIT}(?:\\s?(?:[千百万亿]{1,2}|thousand|million|grand|[kKwWmM](?![A-Za-z])|[%％]))?`;
const HAN_DIGIT = '[零〇一二三四五六七八九十百千万亿两半几]';
/** “三万”, “一万五”, “八千多”, “五百块”; “一个”, “十分” and “千万别” are no amounts. */
const HAN = `[一二三四五六七八九十两几](?:${HAN_DIGIT}{0,14}[百千万亿]${HAN_DIGIT}{0,4}|${HAN_DIGIT}{0,4}(?=\\s?${CURRENCY}))${OTHER_UNIT}`;
/** “百万”, “上万”, “数十万”: round sums that begin with no digit; “千万别” is none. */
const ROUND = `(?:[百千]万(?![别不要])|[上数][十百千]{0,2}[万亿])${OTHER_UNIT}`;
const AMOUNT = new RegExp(`(${DATE})|(?:${DIGITS}|${HAN}|${ROUND})(?:[多余来])?(?:\\s?${CURRENCY}(?![A-Za-z]))?`, 'gi');
const SUM_EN = String.raw`(?:(?:about|around|over|roughly|nearly)\s)?(?:[$€£¥]\s?\d|\d[\d,.]{0,12}\s?(?:k\b|(?:dollars|euros|pounds|bucks|USD|EUR|GBP)\b))`;
const PERIOD_EN = String.raw`(?:(?:a|an|per|each|every)\s(?:year|month|week|hour)|annually|yearly|monthly)\b`;
const SUM_ZH = `(?:大概|差不多|大约|约|快|将近)?(?:${DIGIT}{4,24}|${DIGIT}{1,6}(?:\\.${DIGIT}{1,4})?\\s?[千万kKwW元块]|[一二三四五六七八九两几]{1,2}[千万])`;
const MONTHLY_ZH = '(?:[每一]个?月|每?一年|每年)';
/** What speaks of pay by a verb and a sum alone: “makes 90k”, “takes home $5,000”, “pay me $900 a week”, “一个月拿两万”, “给我开2万5一个月”. */
const PAID = new RegExp(
  [
    String.raw`\bmak(?:e|es|ing)\s${SUM_EN}`,
    String.raw`\b(?:take|takes|taking|bring|brings|bringing)\shome\s${SUM_EN}`,
    String.raw`\b(?:pay|pays|paid|paying)\s(?:me|him|her|us|them)\s${SUM_EN}[^.!?]{0,24}?\s${PERIOD_EN}`,
    String.raw`\b(?:my|his|her|their)\s(?:(?:base|total)\s)?(?:pay|base|comp)\s(?:is|was|will\sbe|went|goes|of)\b`,
    `${MONTHLY_ZH}(?:[我他她]|能|才|就|可以|只|都){0,3}(?:到手|拿|领)(?:到|了)?${SUM_ZH}`,
    `(?:到手|给[我他她]开)(?:到|了|的是)?${SUM_ZH}[^，。]{0,6}?${MONTHLY_ZH}`,
  ].join('|'),
  'i',
);
/** An answer to “what is his salary?” needs not name it again. */
const SHORT_ANSWER = 30;

/** The text without the amounts in sentences that speak of pay, by the policy's words or by a verb and a sum (M21); linear in its length. */
export function withoutPay(text: string, { payWords }: Pick<MasksPolicy, 'payWords'>): string {
  if (!/[0-9０-９一二三四五六七八九十两几万亿]/.test(text)) return text;
  const speaks = wordsIn(payWords);
  let asked = false;
  return text.replace(SENTENCE, (sentence) => {
    const named = speaks.test(sentence) || PAID.test(sentence);
    if (!named && !(asked && sentence.length <= SHORT_ANSWER)) {
      asked = false;
      return sentence;
    }
    const shown = sentence.replace(AMOUNT, (amount: string, date: string | undefined) =>
      date === undefined ? HIDDEN : amount,
    );
    asked = named && shown === sentence;
    return shown;
  });
}

const compiled = new WeakMap<readonly string[], RegExp>();

/** Words of Latin script stand alone, in singular or plural; white space in them is any. */
function wordsIn(words: readonly string[]): RegExp {
  const known = compiled.get(words);
  if (known) return known;
  const patterns = words.map((word) => {
    const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s');
    return /^[\p{Script=Latin}\s-]+$/u.test(word) ? `\\b${literal}s?\\b` : literal;
  });
  const pattern = patterns.length === 0 ? /(?!)/ : new RegExp(patterns.join('|'), 'i');
  compiled.set(words, pattern);
  return pattern;
}
