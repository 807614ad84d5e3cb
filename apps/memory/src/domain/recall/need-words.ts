/** By what words an utterance tells what it wants of memory, Chinese and English. Data: add an alternative to teach another. */

const any = (...alternatives: readonly string[]): RegExp => new RegExp(alternatives.join('|'), 'iu');

/** Asks for what was, whatever the mood: “老样子”, “as usual”, “I don't remember the number”. */
export const RETURNS = any(
  '老样子|老规矩|照旧|(?:跟|和|像|按|同)(?:上次|上回|以前|之前|往常|平时)[^，。？！,?!]{0,8}(?:一样|那样|来|办)|我(?:平时|通常|往常)',
  '(?:还|是否|你|您)记得|记不记得|不记得|记不清|记不起|想不起|(?:我|给)忘(?:了|记)',
  '(?:推荐|介绍|告诉|分享|建议|提到|聊到|说到)过',
  "\\bas (?:usual|always|before|last time)\\b|\\b(?:the|my) usual\\b|\\b(?:same|like) (?:as )?last time\\b|\\bremind me\\b|\\b(?:do you|can you|you|don't|do not|can't|cannot) (?:still )?(?:remember|recall)\\b|\\bi (?:completely |totally |almost )?(?:forgot|misremember)\\b",
);

/** Back to before this dialogue: asks for what was where it asks at all. */
export const BEFORE = any(
  '曾经?(?![祖孙])|以前|从前|之前|上次|上回|上一次|上个?(?:周|星期|礼拜|月)|去年|前年|前[几些]天|前阵子|昨[天晚日]|前天|那[天次]|当时',
  '(?:聊|谈|说|提|讲|问|看|去|吃|买|用|住|订|点|做|教|咨询)过',
  '我[^，。？！,?!]{0,12}(?:看|读|听|去|买|吃|学|玩|做|参加|参观|聊|问|说)了',
  '(?:你|您)(?:给|教|告诉|推荐|建议|介绍|回答|送)了?我?[^，。？！,?!]{0,6}了',
  '\\b(?:remember|recall|forg[eo]t(?:ten)?|forgetting|last time|previously|in the past|ago|yesterday|the other day|last (?:week|month|year|night)|once|before)\\b',
  '\\b(?:did|have|had|was|were) (?:you|i|we)\\b|\\b(?:i|you|we) (?:have |had |had been |also |recently |just ){0,2}(?:[a-z]{2,}ed|was|were|had|told|said|read|saw|went|bought|met|wrote|gave|ate|took|made|taught)\\b',
);

/** A Chinese question needs no mark. */
export const ASKING = any(
  '什么|啥|哪|谁|多少|几(?:点|个|号|月|岁|天|家|站|路|本|次|位)|怎么|怎样|如何|为什么|多(?:大|长|久|远|高)|有没有|有无|是不是|能不能|能否|是否|可不可以',
  '(?:吗|么)[啊呀]?[ 。.!！~]*$|(?:是|为)[ 。.!！~]*$',
  '^(?:(?:and|so|but|also|wait(?: a minute)?|well|ok|okay),? )?(?:what|who|whose|where|when|which|why|how|do|does|did|is|are|am|was|were|have|has)\\b|^(?:name|tell|say|state)\\b',
);

/** Whoever something is done for is not who is asked about: “帮我”, “告诉我”, “for me”. */
export const FOR_THE_USER =
  /(?:帮|给|替|为|告诉|告知|陪|带|请|让|推荐给|发给|提供给|介绍给|麻烦|通知)(?:一下)?(?:我们?|咱们?)|\b(?:for|to|tell|give|show|send|help|let|get|find|bring) (?:me|us)\b/giu;

export const OF_THE_USER = any('我|咱|俺', "\\b(?:i|i'm|i've|i'd|my|mine|me|myself|we|our)\\b");

/** Only the user likes and is interested: without a subject it is still about them. */
export const EXPERIENCE = any('最(?:喜欢|爱|感兴趣|讨厌|怕|擅长|难忘)|\\bmost interested\\b|\\bfavou?rite\\b');

/** A wish, an order, a search of the world: for skills, with what it says itself. A question after one's own wish (“do I want”) is none. */
export const WANTS_DONE = any(
  '帮(?:我|忙|咱|着|查|找|看|订|确认)|(?<!计划|什么|谁)(?:想|要|打算|希望|准备|需要|得)(?:再|先|顺便|从|去|来|要)*(?:找|吃|住|喝|玩|逛|看看|知道|了解|问|请问|咨询|订|预订|打车|坐|乘|叫|呼叫|选|换|查|买|尝|游玩|领|带|一[个家])',
  '推荐|介绍|(?:找|选|订|查|搜|换|来|挑|安排)(?:一下|一|个|家|找|查|询)|告诉(?:我|咱)|告知|发(?:给|我|一?下)|给我|求|麻烦|请(?:帮|给|你|您|告)|建议|(?:想|要|打算)从|应该(?:从|在)?哪',
  "\\b(?:can|could|would|will|may|might) (?:you|i|we)\\b|\\bplease\\b|\\bi(?:'d| would) like\\b|(?<!\\b(?:do|did|should|would|could|will|what|which) )\\bi (?:also |really |just |then )?(?:want|need|wish|hope)\\b|\\bhelp me\\b|\\blet(?:'s| us| me)\\b|\\bi(?:'m| am) (?:looking|trying|hoping|calling|interested)\\b|\\bhow (?:do|can|should|could|would) (?:i|we|you)\\b|^(?:find|book|show|search|list|check|cancel|change|look)\\b",
);

/** What the assistant has told: “你给了我什么建议”. */
export const WAS_TOLD = /(?:给|提|说|讲|推荐|教|告诉|分享|提供|介绍|回答)(?:了|过)/;

/** What the assistant thinks, likes, can or advises, which memory does not hold. */
export const OF_THE_ASSISTANT = any(
  '(?:你|您)(?:们)?(?:自己|一般|平时|平常|也|还|都|最|那里?|这里?|能|可以|是否|能否){0,2}(?:觉得|认为|喜欢|想|会|愿意|有没有|有什么|有哪些|有啥|有推荐|有建议|怎么[看想做]|如何[看想]|听过|看过|玩过|去过|尝试过|试过|听说过)|(?:你|您)呢[？?]?$',
  '(?:什么|哪些|啥)(?:比较|更)?(?:好的?|有效的?|具体的?|其他的?|别的)?(?:方法|办法|建议|技巧|窍门|经验|注意事项|主意|推荐|好处|意见|看法)',
  '\\b(?:do|are|will|would|could|can|have|did) you (?:ever |also |usually |personally |yourself |really )?(?:think|like|love|enjoy|prefer|feel|believe|agree|want|have|be|been|seen|heard|tried|play|listen|watch|interested|good|able|like to|help|do|ever)\\b|\\bwhat (?:do|would|about|are) you(?:r)?\\b|\\bhow about you\\b',
  '\\bany (?:\\w+ ){0,3}(?:recommendations?|suggestions?|advice|tips|ideas?|thoughts)\\b|\\byour (?:opinion|thoughts|view|advice|favou?rite)\\b',
);

/** “不知道怎么…”, “I wonder”: a lack of knowledge in general; of one's own things (“我的会员号”) memory may know. */
export const UNSURE =
  /(?:不(?:知道|清楚|确定|懂|明白|晓得)|想知道|没想好|在想)(?!.*我的)|\b(?:i wonder|don't know|do not know|not sure)\b(?!.*\bmy\b)/iu;

/** At something that stands in this dialogue. */
export const POINTS_AT_DIALOGUE = any(
  '[这此](?:[个家座些间处里儿几两趟辆款边是次部条]|酒店|餐|店|地|景|商|公|产|订单)|(?<![应我你他她们就])该(?![怎如去不要])|那(?:[个家座些间里儿边几两辆款])|[它他她]家?的?|其(?![他它实余])|刚才|刚刚|上面',
  '^(?:[^.?!]{0,24} )?(?:this|that|these|those) (?:hotel|restaurant|place|one|shop|store|movie|film|event|flight|doctor|dentist|apartment|attraction|museum|order|item|product|song|car|bus|train|city)s?\\b|\\bthe (?:first|second|third|last|other|former|latter) one\\b',
);

/** A pronoun for what stands before the text, where the text has nothing before it. */
export const OPENS_WITH_PRONOUN = /^[^.?!]{0,40}\b(?:it|its|they|their|them|there)\b[^.?!]{0,24}[.?!]?$/i;

/** Says of nothing what it asks: “地址是多少”, “周边有什么酒店”, “and the price?”. */
export const ELIDED_SUBJECT = any(
  '^(?:(?:好的?|行|可以|嗯+|哦|那么?|那就|还有|另外|对了|请问|麻烦问下|具体|再|都)[ ,，]?){0,4}的?(?:周边|周围|附近|旁边|边上|隔壁|有(?!名)|都有|是|在|地址|位置|电话|联系|价格|价位|票价|门票|评分|人均|营业|开放|提供|几点|什么时候|多少|怎么|多久|多长|哪|能|可以|要)',
  "^(?:(?:and|so|then|ok|okay|what about|how about),? ){0,2}(?:what(?:'s| is| are) )?(?:the |their |its )(?:address|phone(?: number)?|price|rating|cost|number|fare|rent|opening hours)\\??$|^how (?:much|far|long)(?: (?:is|does|would|will) (?:it|that)(?: \\w+)?)?\\??$|^(?:where|when)(?:'s| is)? ?(?:it|that)?\\??$",
);
