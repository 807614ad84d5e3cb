/** A text without the spaces that typography sets inside what is one expression, and the way back to the text as given. */
export interface Closed {
  readonly text: string;
  /** The place in the given text of the stretch [start, end) of the closed one; spaces at either edge stay outside. */
  readonly given: (start: number, end: number) => { readonly start: number; readonly end: number };
}

const SPACE = String.raw`[^\S\n\r]{1,2}`;
const HAN = String.raw`\p{Script=Han}`;
const NUMERAL = '〇零一二两三四五六七八九十百千廿几半';
const UNIT =
  '年|月|[日号號](?![程常用])|[点點](?![餐菜击评单外])|分钟|秒钟|个|天(?![气津空])|周(?![一二三四五六日末])|小时|季度';
/** No part of a longer figure: a code, a score, an amount. */
const APART = String.raw`(?<![\d:./-] ?)`;

const CLOSED = new RegExp(
  [
    // “5 月 28 日”, “中山路 88 号”: between figures and Han script, either way round.
    String.raw`(?<=\d)${SPACE}(?=${HAN})|(?<=${HAN})${SPACE}(?=\d)`,
    // “五 月 二十八 日”: a numeral that stands apart from what is before it, too; “周五 点餐” and “星期三 天气” are no counts.
    `(?<=(?:^|\\s)[${NUMERAL}]{1,4})${SPACE}(?=${UNIT})`,
    // “3 点 半”, “3 个 月”, “2 个半 小时”, “3 天 以后”.
    `(?<=[点點时])${SPACE}(?=半|整|钟|[一三]刻)|(?<=[\\d${NUMERAL}] ?个半?)${SPACE}(?=月|小时|钟头|星期|礼拜|季度)|(?<=分钟|小时|[天周月年]) (?=[以之][前后内])`,
    // “2024 - 05 - 28”, and “5 - 28” where nothing more is written in figures.
    String.raw`(?<=${APART}(?:19|20)\d{2})${SPACE}(?=- ?\d{1,2} ?- ?\d{1,2}(?!\d))|(?<=${APART}(?:19|20)\d{2} ?-)${SPACE}(?=\d{1,2} ?- ?\d{1,2}(?!\d))`,
    String.raw`(?<=${APART}(?:19|20)\d{2} ?- ?\d{1,2})${SPACE}(?=- ?\d{1,2}(?!\d))|(?<=${APART}(?:19|20)\d{2} ?- ?\d{1,2} ?-)${SPACE}(?=\d{1,2}(?!\d))`,
    String.raw`(?<=${APART}\d{1,2})${SPACE}(?=- ?\d{1,2}(?! ?[-:./\d]))|(?<=${APART}\d{1,2} ?-)${SPACE}(?=\d{1,2}(?! ?[-:./\d]))`,
  ].join('|'),
  'gu',
);

/** Closes the spaces of Chinese typography (“2024 年 5 月 28 日”), which no rule for a date, an amount or an address need then know of. */
export function closeSpaces(text: string): Closed {
  const gaps = [...text.matchAll(CLOSED)];
  if (gaps.length === 0) return { text, given: (start, end) => ({ start, end }) };
  const parts: string[] = [];
  const places: number[] = [];
  let from = 0;
  const keep = (until: number) => {
    parts.push(text.slice(from, until));
    for (let at = from; at < until; at++) places.push(at);
  };
  for (const { index, 0: gap } of gaps) {
    keep(index);
    from = index + gap.length;
  }
  keep(text.length);
  const place = (at: number) => places[at] ?? text.length;
  return {
    text: parts.join(''),
    given: (start, end) => ({ start: place(start), end: end > start ? place(end - 1) + 1 : place(start) }),
  };
}
