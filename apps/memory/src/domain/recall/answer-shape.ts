/** How an answer of one kind looks in a text: what of the question asks for it, what shows it. Data: to know another kind, add a row. */
interface AnswerShape {
  readonly name: string;
  readonly asks: RegExp;
  readonly shows: RegExp;
}

const COUNTED = '一二两三四五六七八九十百千万几';
const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen|twice|once';

const SHAPES: readonly AnswerShape[] = [
  {
    name: 'money',
    asks: /how much (?:did|do|does|is|was|were|are|will|would|money)\b[^?]{0,80}\b(?:cost|pay|paid|charge|price|spend|spent|worth|estimate)|[$€£¥]_|\b(?:price|cost|fee|charge)s?\b[^?]{0,20}\?|多少钱|什么价|价格|花了多少|多少元|费用/i,
    shows: /[$€£¥￥]\s?\d|\d\s?(?:元|块|万|美元|dollars?|usd|rmb|cny|euros?|bucks)(?![a-z])/i,
  },
  {
    name: 'percent',
    asks: /percent|%|百分之|折扣|几折|比例/i,
    shows: /\d\s?(?:%|percent)|百分之|\d折|[一二三四五六七八九]折/i,
  },
  {
    name: 'count',
    asks: /\bhow (?:many|long|old|far|often|tall|big)\b|\bwhat (?:number|size|dose|dosage|level|reading|value)\b|\b(?:level|reading|value|dosage)\?|多少|几[个次天年岁位本部首场只条件人]|多[大长久高远]/i,
    shows: new RegExp(`\\d|\\b(?:${NUMBER_WORDS})\\b|[${COUNTED}][个次天年岁位本部首场只条件人]`, 'i'),
  },
  {
    name: 'clock',
    asks: /\bwhat time\b|\bHH:MM\b|\bwhen (?:is|was|does|do|did)\b|几点|什么时候|何时/i,
    shows: /\d{1,2}(?::\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.)(?![a-z])|\d{1,2}:\d{2}|[\d一二三四五六七八九十]点/i,
  },
  {
    name: 'title',
    asks: /(?:哪|什么|几)(?:一|些|几)?(?:本|部|首|篇|款|个)?(?:书|小说|电影|影片|歌|音乐|剧|电视剧|节目|游戏|文章|纪录片|app|软件)|(?:书|小说|电影|影片|片|歌|剧|app|软件)[^？?]{0,24}(?:名字|名称|叫什么|是哪|有哪)|\b(?:which|what)\b[^?]{0,24}\b(?:movie|film|book|novel|song|album|show|series|game|app|podcast|documentary|biograph)|\b(?:movie|film|book|novel|song|show|series|game|app)\b[^?]{0,80}\b(?:name|title|called|what was it)/i,
    shows: /《[^》]{1,40}》|[“"「][^”"」]{1,60}[”"」]|(?:called|named|titled|entitled|名叫|叫做|名为)/,
  },
];

/** The kinds of answer that a question asks for. */
export const shapesAsked = (question: string): readonly RegExp[] =>
  SHAPES.filter(({ asks }) => asks.test(question)).map(({ shows }) => shows);

/** Whether a text has anything that looks like an answer of one of the kinds. */
export const showsAnswer = (text: string, shapes: readonly RegExp[]): boolean =>
  shapes.some((shape) => shape.test(text));
