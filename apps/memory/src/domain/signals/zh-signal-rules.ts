import type { ShownPreference } from './shown-preference';
import type { SignalLimits, SignalRule } from './signal-rule';

/** What may stand before: “能不能给我…”, “以后回答…”, “我喜欢用…”. Alternatives of which none begins another, so that nothing is tried twice. */
const ASK =
  '(?:(?:请|麻烦|拜托|能不能|能否|可不可以|可否|可以|是否可以|你|您|就|那|给我|帮我|跟我|对我|为我|直接|只|先|再|都|最好|希望|我想要?|我要|我喜欢|我习惯|喜欢|习惯|需要|以后|今后|往后|从现在起|从现在开始|更|比较|下次|一律|回答|回复|一般|总是|每次|有没有|有|要|来|找|看|推荐|用|太长了|太啰嗦了|太多了|废话少说|别啰嗦)[ ]?){0,6}';
const SPEAK = '(?:说|讲|回答|回复|介绍|概括|总结|描述|解释|说明|分析|列|写|聊)';
const SOME = '(?:一?点儿?|一些|些)';
const END = '(?:一下|一遍|给我|就行|就好|即可|就可以|可以|行)?(?:吧|呗|呢|吗|嘛|么|啊|哈|哦|了|谢谢)?$';
const rule = (shown: ShownPreference, body: string, more: SignalLimits = {}): SignalRule => ({
  ...shown,
  pattern: new RegExp(`^${ASK}(?:${body})${END}`),
  ...more,
});

/** Clauses that show how the user wants to be served. Data: add a row to teach another. */
export const ZH_SIGNALS: readonly SignalRule[] = [
  rule(
    { key: 'reply_length', value: 'brief' },
    `${SPEAK}?(?:一下)?(?:说|讲|挑|捡|拣|抓|划|列)(?:一下|个)?重点${SPEAK}?`,
  ),
  rule(
    { key: 'reply_length', value: 'brief' },
    '(?:重点|结论)(?:呢|是什么|是啥|在哪)|(?:说|讲|给)(?:我)?(?:结论|重点)',
  ),
  rule(
    { key: 'reply_length', value: 'brief' },
    `(?:简单|简短|简洁|简要|精简|简明|简略|概括)(?:扼要)?${SOME}?(?:地|的)?${SPEAK}{1,2}`,
  ),
  rule({ key: 'reply_length', value: 'brief' }, `${SPEAK}?得?(?:再|更)?(?:简单|简短|简洁|简要|精简|简略|短)${SOME}`),
  rule(
    { key: 'reply_length', value: 'brief' },
    `(?:简短|简洁|简要|精简|简明)(?:扼要)?${SOME}?的?(?:回答|回复|答案|说明|内容|方式|表达)`,
  ),
  rule(
    { key: 'reply_length', value: 'brief' },
    `长话短说|言简意赅|简明扼要|少说${SOME}|(?:一|两|几)句话(?:就)?${SPEAK}(?:完|清楚)?`,
  ),
  rule(
    { key: 'reply_length', value: 'brief' },
    `(?:别|不要|不用|甭)${SPEAK}?得?(?:那么|这么|太|这样)(?:长|多|啰嗦|罗嗦|详细|细|复杂)${SPEAK}?`,
    { follows: 'long_reply' },
  ),
  rule(
    { key: 'reply_length', value: 'brief' },
    `${SPEAK}?得?(?:也|又|实在)?(?:太|好|有点)(?:长|多字)|字(?:也)?太多|懒得看|看不过来`,
    {
      follows: 'long_reply',
    },
  ),
  rule({ key: 'reply_length', value: 'brief' }, `${SPEAK}?得?(?:也|又|实在)?(?:太|好)(?:啰嗦|罗嗦|冗长|繁琐)`, {
    follows: 'reply',
  }),
  rule(
    { key: 'reply_length', value: 'detailed' },
    `(?:详细|具体|细致|深入|完整|全面|仔细)${SOME}?(?:地|的)?${SPEAK}{1,2}`,
  ),
  rule({ key: 'reply_length', value: 'detailed' }, `${SPEAK}?得?(?:再|更)?(?:详细|具体|细致|深入|完整|全面)${SOME}`),
  rule({ key: 'reply_length', value: 'detailed' }, `(?:展开|多)${SPEAK}(?:${SPEAK}|${SOME}|几句)?`),
  rule({ key: 'reply_length', value: 'detailed' }, `(?:详细|详尽|完整)的?(?:回答|回复|答案|说明|解释|介绍)`),
  rule({ key: 'reply_length', value: 'detailed' }, `${SPEAK}?得?(?:也)?太(?:简单|简略|笼统|粗略|短)`, {
    follows: 'reply',
  }),
  rule(
    { key: 'reply_format', value: 'list' },
    `(?:以|按|做成|列成|整理成|换成|改成|转成|做个|列个|给个|列)?(?:一个|个|一份)?(?:列表|清单|要点)(?:的?(?:形式|方式|格式))?(?:来)?(?:给我)?(?:${SPEAK}|展示|呈现|整理){0,2}(?:出来)?`,
  ),
  rule({ key: 'reply_format', value: 'list' }, `(?:分点|分条|逐条|分要点|一条一条|一条条)(?:地|来)?${SPEAK}(?:出来)?`),
  rule(
    { key: 'reply_format', value: 'table' },
    `(?:以|按|做成|列成|整理成|换成|改成|转成|画成|做个|列个|画个|给个)?(?:一个|个|一?张|一份)?表格?(?:的?(?:形式|方式|格式))?(?:来)?(?:给我)?(?:${SPEAK}|展示|呈现|整理|对比){0,2}(?:出来)?`,
    { refuses: /^表/ },
  ),
  rule({ key: 'reply_format', value: 'steps' }, `(?:一步一步|一步步|分步骤?|按步骤)(?:地|来)?(?:教我|${SPEAK})?`),
  rule({ key: 'explanation_style', value: 'plain' }, `(?:说|讲)(?:人话|大白话|白话)|大白话${SPEAK}?`),
  rule(
    { key: 'explanation_style', value: 'plain' },
    `${SPEAK}?得?(?:再|更)?(?:通俗(?:易懂)?|浅显|直白)${SOME}?(?:地|的)?${SPEAK}?`,
  ),
  rule({ key: 'explanation_style', value: 'plain' }, `${SPEAK}?得?(?:也)?太(?:专业|学术|深奥|术语化)`, {
    follows: 'reply',
  }),
  rule(
    { key: 'explanation_style', value: 'technical' },
    `${SPEAK}?得?(?:再|更)?(?:专业|学术)${SOME}(?:地|的)?${SPEAK}?`,
  ),
  rule(
    { key: 'examples', value: 'with' },
    `(?:举|来|给)(?:一|几|一两)?(?:个|些)?(?:具体的?|实际的?)?(?:例子|实例|栗子)${SPEAK}?`,
  ),
  rule({ key: 'freshness', value: 'latest' }, `(?:更|再|最)?新${SOME}?的(?:版本|消息|资料|数据|内容|新闻|型号|款式?)?`),
  rule({ key: 'freshness', value: 'latest' }, `(?:这|这个|这些)?(?:都|也|已经)?(?:太旧|过时)`, { follows: 'reply' }),
  {
    key: 'freshness',
    value: 'latest',
    pattern: /最新(?!(?:的)?(?:订单|单子|地址|住址|电话|号码|手机号|邮箱|账单|快递|余额|密码|情况是))/,
    refuses:
      /(?:不|别|没|非)(?:用|要|需要|必|是)?(?:看|给我)?最新|我们?的?最新|^(?:这|那)(?:个|些)?(?:是|就是|不是|已经)/,
  },
  rule(
    { key: 'price_level', value: 'low' },
    `(?:个|些)?(?:更|再|最)?(?:便宜|实惠|划算|平价|经济)(?:${SOME}的?|的)(?:选择|款|方案)?`,
  ),
  rule(
    { key: 'price_level', value: 'low' },
    '(?:再)?便宜(?:一?点|些)?|最便宜的.{0,8}|.{0,6}性价比(?:最|比较|更)?高(?:一?点|些)?的?.{0,6}',
  ),
  rule(
    { key: 'price_level', value: 'low' },
    '(?:这|这个|这些|价格)?(?:也|都|有点|还是)?(?:太|有点)贵|预算(?:比较|很|挺)?(?:有限|不多|不高|紧张)',
  ),
  rule(
    { key: 'price_level', value: 'high' },
    '(?:贵|价格高)(?:一?点|些)?(?:也)?(?:没关系|没事|无所谓|可以|行)|(?:不差钱|钱不是问题)',
  ),
  rule({ key: 'price_level', value: 'high' }, '(?:最|更)?(?:高端|高档|顶配|顶级)(?:一?点|些)?的?.{0,6}'),
  rule({ key: 'language', value: 'zh' }, `(?:说|讲)?(?:中文|汉语|普通话)(?:版(?:本)?(?:的)?|${SPEAK})?`, {
    refuses: /^(?:中文|汉语|普通话)$/,
  }),
  rule({ key: 'language', value: 'en' }, `(?:说|讲)?(?:英文|英语)(?:版(?:本)?(?:的)?|${SPEAK})?`, {
    refuses: /^(?:英文|英语)$/,
  }),
];
