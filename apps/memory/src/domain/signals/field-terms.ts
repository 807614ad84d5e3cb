import { segmenter } from '../segmenter/segmenter';
import { COMMON_WORDS, VERY_COMMON_WORDS } from '../terms/frequent-english';
import { termPrior } from '../terms/term-prior';
import { maskQuotes } from '../utterance/quotes';
import type { SignalsPolicy } from './signals-policy';

const HAN_RUN = /\p{Script=Han}{2,}/gu;
const LATIN_WORD = /(?<![\p{L}\p{N}_@./-])(?:[A-Z]{2,6}|[A-Za-z]{5,24})(?![\p{L}\p{N}_@/-])/gu;
const MAX_TEXT = 2_000;

/** What is said in the course of any service, of whatever field. */
const OF_EVERY_SERVICE = new Set(
  '推荐 退款 退货 换货 订单 发货 收货 快递 物流 下单 付款 支付 客服 投诉 发票 优惠券 包裹 售后 查询 查一下 取消 修改 预订 预约 帮忙 麻烦 谢谢 请问 您好 你好 怎么办 什么样 有没有 能不能 可不可以 差不多 好一点 另外 顺便 回复 回答 简短 简洁 重点 列表 表格 详细 邮箱 密码 验证码 手机号 地址 记住 记得 提醒 天气 机票 酒店 餐厅 早上 下午 晚上 明天 昨天 今天'.split(
    ' ',
  ),
);
const EN_COMMON = new Set(
  `${COMMON_WORDS} ${VERY_COMMON_WORDS} hello thanks refund refunds return returns parcel parcels tracking invoice receipt cancel booking reservation password email address please recommend recommendation latest newest cheaper cheapest shorter bullet table summary detail details`
    .trim()
    .split(/\s+/),
);

/**
 * Terms of a field in a text, the rarest first: words that a general text hardly holds and any service could do without. Quoted words, and
 * stretches that `taken` covers (names, numbers, dates, values that the user has declared), are none.
 */
export function fieldTerms(text: string, taken: readonly string[], policy: SignalsPolicy['terms']): string[] {
  if (policy.perTurn === 0) return [];
  const free = taken.reduce(
    (rest, span) => (span === '' ? rest : rest.replaceAll(span, ' '.repeat(span.length))),
    maskQuotes(text.slice(0, MAX_TEXT)),
  );
  const rarities = new Map<string, number>();
  for (const term of [...hanWords(free), ...latinWords(free)]) rarities.set(term, termPrior(term.toLowerCase()));
  return [...rarities]
    .filter(
      ([term, rarity]) => rarity >= (isHan(term) ? policy.leastRarity : Math.min(policy.leastRarity, RAREST_LATIN)),
    )
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, policy.perTurn)
    .map(([term]) => term);
}

/** All that the prior says of a word of no tier. */
const RAREST_LATIN = 5;

const isHan = (term: string): boolean => /^\p{Script=Han}/u.test(term);

function hanWords(text: string): string[] {
  return [...text.matchAll(HAN_RUN)]
    .flatMap(([run]) => segmenter().cut(run, true))
    .filter((word) => [...word].length >= 2 && !OF_EVERY_SERVICE.has(word));
}

/** In the singular, in small letters but for abbreviations. */
function latinWords(text: string): string[] {
  return [...text.matchAll(LATIN_WORD)]
    .map(([word]) => (/^[A-Z]+$/.test(word) ? word : word.toLowerCase().replace(/(?<=[^s])s$/, '')))
    .filter((word) => !EN_COMMON.has(word) && !EN_COMMON.has(`${word}s`));
}
