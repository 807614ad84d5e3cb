/** Edit terms that stand as a clause of their own: “……，哦不，……”. */
const TERM =
  '(?:哦不|噢不|喔不|啊不|呃不|额不|嗯不|不不不?|不对不对|不对|说错了|我说错了|讲错了|口误|错了|写错了|打错了|等等|等一下|我是说|我是指|我的意思是|更正一下|更正|准确地?说|确切地?说|或者应该说)(?:了|啊|呀|哈)?';
const BREAK = '[，,、：: …—]';
const EDIT = new RegExp(
  `[，,、…— ]+(?:嗯|呃|额|啊|哎|哎呀|哦|噢|那个)?[，,、 ]*(?:${TERM}(?:${BREAK}+|(?=[是叫去到在从用要改]))|不${BREAK}+)`,
  'g',
);
/** “300元，嗯还是500元吧”: takes back only what is of the same kind as what follows. */
const RATHER =
  /[，,、… ]+(?:嗯+|呃+|额|啊|那|算了)?[，,、 ]*(?:要不)?还是(?=[\d零〇一二两三四五六七八九十百千万周星下上今明后])/g;

/** Verbs and prepositions with which a repair begins anew at the same place of the sentence. */
const ANCHORS = '是叫去到在从用要住找查回飞坐买订给跟和为于姓改';
const QUANTITY =
  /(?:(?:下下|上上|下|上|这|本)?(?:周|星期|礼拜)[一二三四五六日天]|[今明后昨前]天|\d+(?:[.:]\d+)?|[零〇一二两三四五六七八九十百千万]+)(?:[个]?(?:元|块钱?|万|千|百|人|位|岁|点半?|号|日|月|年|天|晚|间|张|份|件|台|小时|分钟|公里|公斤|斤|楼|层|桌|美元|欧元)){0,2}(?:\d+(?:[号日分]))?/g;
const QUESTION = /谁|什么|哪|多少|几|怎么|为什么|吗[？?]?$|呢[？?]?$/;

const MAX_REPAIRS = 4;
const MAX_SENTENCE = 300;
/** A repair by a bare name takes the place of at most so many characters. */
const MAX_NAME = 8;

/** What the speaker of one Chinese sentence meant; the sentence itself when it holds no self-repair. */
export function repairedChinese(sentence: string): string {
  if (sentence.length > MAX_SENTENCE) return sentence;
  let text = sentence;
  for (let round = 0; round < MAX_REPAIRS; round++) {
    const next = repairOnce(text);
    if (next === undefined) break;
    text = next;
  }
  return text;
}

function repairOnce(text: string): string | undefined {
  for (const [pattern, kindOnly] of [
    [EDIT, false],
    [RATHER, true],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const left = text.slice(0, match.index);
      const right = text.slice(match.index + match[0].length);
      if (left === '' || right === '') continue;
      const next = quantityReplaced(left, right) ?? (kindOnly ? undefined : aligned(left, right));
      if (next !== undefined) return next;
    }
  }
  return undefined;
}

/** “三个人的桌，不，四个人”: the last quantity of the same kind is replaced where it stands. */
function quantityReplaced(left: string, right: string): string | undefined {
  const said = [...right.matchAll(QUANTITY)][0];
  if (said?.index !== 0) return undefined;
  const meant = [...left.matchAll(QUANTITY)].findLast(([quantity]) => kindOf(quantity) === kindOf(said[0]));
  if (!meant) return undefined;
  const tail = left.slice(meant.index + meant[0].length);
  const rest = right.slice(said[0].length);
  const keepsTail = /^(?:吧|好了|了|的)?[。！!？?.]*$/.test(rest) && !/[，,]/.test(tail);
  return keepsTail
    ? `${left.slice(0, meant.index)}${said[0]}${tail}${rest.replace(/^的/, tail.startsWith('的') ? '' : '的')}`
    : `${left.slice(0, meant.index)}${right}`;
}

const kindOf = (quantity: string): string =>
  /周|星期|礼拜/.test(quantity)
    ? '周'
    : /[今明后昨前]天/.test(quantity)
      ? '天'
      : quantity.replace(/[\d.:零〇一二两三四五六七八九十百千万半]/g, '');

function aligned(left: string, right: string): string | undefined {
  for (let length = Math.min(4, right.length); length >= 2; length--) {
    const at = left.lastIndexOf(right.slice(0, length));
    if (at >= 0) return left.slice(0, at) + right;
  }
  const first = right.charAt(0);
  if (ANCHORS.includes(first)) {
    const at = left.lastIndexOf(first);
    return at >= 0 ? left.slice(0, at) + right : undefined;
  }
  if (QUESTION.test(left) && QUESTION.test(right)) return right;
  const name = /^[\p{Script=Han}A-Za-z0-9]{1,8}(?=[的，,。！!？?]|吧|$)/u.exec(right)?.[0];
  if (name === undefined || /^[我你他她它这那]/.test(name)) return undefined;
  const verb = [...left].findLastIndex((character) => ANCHORS.includes(character));
  return verb >= 0 && left.length - verb - 1 <= MAX_NAME && !/[，,]/.test(left.slice(verb))
    ? left.slice(0, verb + 1) + right
    : undefined;
}
