/**
 * What keeps a statement from becoming what memory believes: it holds for a while only, it is meant as a joke, or its speaker is not
 * sure. Data: add a word to teach another.
 */
const WHILE_ONLY =
  /这(?:一?[次单回趟件]|几天|两天|周|个?星期|个?月|段时间|阵子?|学期)(?!(?:会话|对话|聊天|起|开始))|本(?:次|单|周|月)(?!(?:会话|对话|起|开始))|暂时|临时|出差|先(?=寄|送|用|住)|\b(?:just for|only for|for now|for today|for the time being|temporarily|this (?:time|once|week|weekend|month|order|parcel|package|trip)|only this|just this|until (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|tomorrow)|today only|for this (?!session|conversation|chat))\b/i;
const JOKE =
  /^(?:哈+|呵+|嘿+)?(?:我)?(?:开(?:个)?玩笑(?:的|啦|而已)?|逗你的?|逗你玩(?:的|呢)?|骗你的|瞎说的|随口一说)|\b(?:just kidding|only kidding|i'm kidding|i was kidding|just joking|only joking|i'm joking|jk)\b/i;

export const holdsForAWhile = (clause: string): boolean => WHILE_ONLY.test(clause);
export const isJoke = (clause: string): boolean => JOKE.test(clause);

const HEDGES: readonly (readonly [RegExp, string])[] = [
  [
    /(?:我)?(?:好像|可能|大概|也许|或许|似乎|貌似|应该(?=是|叫|在|住)|估计|恐怕|我(?:记得|觉得|想|猜)(?=我|应该|是))(?:就|都|还)?/,
    '',
  ],
  [
    /^(?:i think|i guess|i believe|i suppose|if i remember (?:correctly|right|rightly)|as far as i remember|maybe|perhaps|probably|possibly|not sure but)(?: that)?,? /i,
    '',
  ],
  [/ (?:might be|may be|could be|should be|is probably|is maybe|is possibly|is perhaps) /i, ' is '],
];
/** “不太确定”, “or something”: takes the certainty of the clause before it. */
const UNSURE_TAIL =
  /^(?:但|不过)?(?:我)?(?:不太?|也不|记不)(?:确定|肯定|清|清楚|太清)(?:了)?|^(?:but )?(?:i'm |i am )?not (?:quite |entirely |really )?(?:sure|certain)(?: though)?$|^(?:or something|i think|i guess|i believe|maybe|if i remember correctly)$/i;

export const unsure = (clause: string): boolean => UNSURE_TAIL.test(clause);

/** The clause without the words that leave it open; undefined when it holds none. Removed from both spellings alike. */
export function unhedged(clause: string, original: string): { clause: string; original: string } | undefined {
  const once = withoutHedge(clause, original);
  return once && (unhedged(once.clause, once.original) ?? once);
}

function withoutHedge(clause: string, original: string): { clause: string; original: string } | undefined {
  for (const [hedge, plain] of HEDGES) {
    const match = hedge.exec(clause);
    if (!match) continue;
    const cut = (text: string): string =>
      text.slice(0, match.index) + plain + text.slice(match.index + match[0].length);
    return { clause: cut(clause), original: cut(original) };
  }
  return undefined;
}
