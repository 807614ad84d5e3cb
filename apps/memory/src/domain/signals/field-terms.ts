import { segmenter, termCounts, termPrior } from '@plinth/terms';
import { isSensitive } from '../privacy/sensitive-matters';
import { maskQuotes } from '../utterance/quotes';
import type { SignalsPolicy } from './signals-policy';

const HAN_RUN = /\p{Script=Han}{2,}/gu;
const LATIN_WORD = /(?<![\p{Script=Latin}\p{N}_@./'’-])(?:[A-Z]{2,6}|[a-z]{5,24})(?![\p{Script=Latin}\p{N}_@/'’-])/gu;
const MAX_TEXT = 2_000;
/** What the segmenter calls nouns and fixed expressions; no names of people and places, and nothing that is done. */
const NOUNS = /^(?:n|nz|l|j)$/;

/** What is said in the course of any service, of whatever field. */
const OF_EVERY_SERVICE = new Set(
  '推荐 退款 退货 换货 订单 发货 收货 快递 物流 下单 付款 支付 客服 投诉 发票 优惠券 包裹 售后 查询 查一下 取消 修改 预订 预约 帮忙 麻烦 谢谢 请问 您好 你好 怎么办 什么样 有没有 能不能 可不可以 差不多 好一点 另外 顺便 回复 回答 简短 简洁 重点 列表 表格 详细 邮箱 密码 验证码 手机号 地址 记住 记得 提醒 天气 机票 酒店 餐厅 早上 下午 晚上 明天 昨天 今天 朋友 家人 孩子 伴侣 同事 餐馆 饭店 酒店 宾馆 住宿 出租车 地铁 景点 门店 抬头 税号 时间 地方 东西 事情 问题 意思 办法 情况 原因 结果 名字 生日 电话 手机 电脑 衣服 早餐 午餐 晚餐'.split(
    ' ',
  ),
);
const EN_OF_EVERY_SERVICE = new Set(
  'hello thanks refund refunds return returns parcel parcels tracking invoice receipt cancel booking reservation password email address please recommend recommendation latest newest cheaper cheapest shorter bullet table summary detail details appointment ticket tickets booked flight flights airline airport hotel hotels confirmation correct leaving depart welcome sorry goodbye looking search assist assistance assistant additionally there reserve transfer because after before confirm alright pickup destination'.split(
    ' ',
  ),
);

/**
 * Terms of a field in a text, the rarest first: words that a general text hardly holds and any service could do without. Quoted words, and
 * stretches that `taken` covers (names, numbers, dates, values that the user has declared), are none; neither is what speaks of health,
 * belief and the like, nor any word beside it: such a text says more of its speaker than his field (M15).
 */
export function fieldTerms(text: string, taken: readonly string[], policy: SignalsPolicy['terms']): string[] {
  if (policy.perTurn === 0 || isSensitive(text.slice(0, MAX_TEXT))) return [];
  const free = taken.reduce(
    (rest, span) => (span === '' ? rest : rest.replaceAll(span, ' '.repeat(span.length))),
    maskQuotes(text.slice(0, MAX_TEXT)),
  );
  const rarities = new Map<string, number>();
  for (const term of [...hanWords(free), ...latinWords(free)]) rarities.set(term, rarityOf(term));
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

/** By its stem, where that is what the frequencies know; a word that says nothing has none. */
const rarityOf = (term: string): number =>
  isHan(term) ? termPrior(term) : Math.max(0, ...[...termCounts(term).keys()].map(termPrior));

const isHan = (term: string): boolean => /^\p{Script=Han}/u.test(term);

function hanWords(text: string): string[] {
  return [...text.matchAll(HAN_RUN)]
    .flatMap(([run]) => segmenter().tag(run, true))
    .filter(({ word, tag }) => NOUNS.test(tag) && [...word].length >= 2 && !OF_EVERY_SERVICE.has(word))
    .map(({ word }) => word);
}

const singular = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/, '')
    .replace(/(?<=[^su])s$/, '');

/** In the singular; abbreviations as they are. */
function latinWords(text: string): string[] {
  return [...text.matchAll(LATIN_WORD)]
    .map(([word]) => (/^[A-Z]+$/.test(word) ? word : singular(word)))
    .filter((word) => !EN_OF_EVERY_SERVICE.has(word) && !/(?:ing|ly|ed)$/.test(word));
}
