import { maskQuotes } from '../utterance/quotes';

/** How a text moves between topics. */
export interface TopicMove {
  /** It lays aside what was spoken of. */
  readonly away: boolean;
  /** It returns to a topic: its words, empty for “刚才的话题”. */
  readonly back?: string;
  /** What remains of the text once the move is taken out: the new topic. */
  readonly rest: string;
}

const THIS = '(?:这个|这|那个|那|它|这些|这事|这件事|这个问题|这个话题|[\\p{Script=Han}]{2,6}?(?:的事|的事情|的问题)?)';
const LEAVES: readonly RegExp[] = [
  new RegExp(
    `(?:我们|咱们|咱)?(?:先|暂时|暂且)(?:不|别)(?:说|谈|聊|管|提|讨论|处理|弄|看)${THIS}?(?:了|吧|先)?(?=$|[，。,.!！；;\\s])`,
    'u',
  ),
  /(?:这个|这事|这件事|那个|它|刚才的(?:事|问题))?(?:先|暂时)?(?:放一放|放一边|放一下|搁一搁|搁一边|搁置|缓一缓)(?:吧|再说)?|(?:这个|这事|那个)?(?:等会儿?|待会儿?|回头|一会儿?|晚点|以后|稍后)再(?:说|谈|聊|弄|处理|看)(?:吧)?/u,
  /(?:我们|咱们)?换(?:一)?个(?:话题|问题|事)|(?:我们|咱们)?(?:先)?(?:聊|说|谈)(?:点|些)?别的|另外一件事|另一件事|说(?:个|点)别的事?|题外话|(?:打|岔)(?:个|一)岔|插(?:一)?句(?:话)?|打断一下/u,
  /\b(?:let(?:'|’)?s |please )?(?:leave|put|set|park|drop|forget|skip|shelve) (?:this|that|it|the [a-z]+(?: [a-z]+)?) (?:aside|for now|for a (?:moment|minute|while|second)|for later|on hold|be)(?=$|[,.;:!?]| (?:and|please|now|first)\b)|\b(?:let(?:'|’)?s )?(?:talk|do|finish|deal with) (?:about )?(?:this|that|it) later(?=$|[,.;:!?])/iu,
  /\b(?:let(?:'|’)?s )?(?:chang(?:e|ing)|switch(?:ing)?) (?:the )?(?:subject|topics?|gears)\b|\bon (?:another|a different) (?:note|topic|subject)\b|\b(?:a )?(?:different|unrelated|separate|another) (?:question|topic|matter|thing)\b|(?:^|[,.;:!?] ?|\b(?:about|now|and|but|ask(?: you)?) )something else(?: entirely)?(?: first)?(?=[,:.])|\bbefore (?:we|i) (?:do|finish|continue with|go on with) (?:this|that)\b|\bquick (?:aside|detour)\b/iu,
];

const THE_TOPIC = '(?:刚才|刚刚|之前|前面|上面|原来|先前|最开始|一开始)?(?:说|聊|谈|提到)?(?:的|过的)?(?:那个|这个)?';
const NOTHING = '(?:话题|问题|事情|事儿|事|正题|主题|地方|那里)?';
const RETURNS: readonly RegExp[] = [
  new RegExp(
    `(?:我们|咱们|还是|那就|再)?(?:回到|说回|聊回|绕回|转回|回过头来?(?:说|看|聊)?|话说回来|言归正传|书归正传)(?:到)?[，,]?${THE_TOPIC}(?<about>[^，。！？,.!?；;\\n]{0,20}?)${NOTHING}(?:上|上来|来)?(?:吧|了|呢)?(?=$|[，。！？,.!?；;\\n])`,
    'u',
  ),
  new RegExp(
    `(?:我们|咱们|那)?(?:接着|继续)(?:说|聊|谈|办|处理|弄|看|讨论)?(?:一下)?(?:刚才|刚刚|之前|前面|上面|原来|先前)(?:说|聊|谈|提到)?(?:的|过的)?(?:那个|这个)?(?<about>[^，。！？,.!?；;\\n]{0,20}?)${NOTHING}(?:吧|了|呢)?(?=$|[，。！？,.!?；;\\n])`,
    'u',
  ),
  /\b(?:(?:let(?:'|’)?s |let us |we can |can we )?(?:go(?:ing)? |get(?:ting)? |come |coming |switch |circle )?back to|return(?:ing)? to|resume|continue with|pick(?:ing)? up) (?:where we left off|(?:the|my|our|that|this|what we were)? ?(?<about>[^,.!?;\n]{0,40}?)(?: (?:we were|i was) (?:talking|discussing|asking) ?(?:about)?| (?:topic|subject|question|thing|matter|issue))?)(?: (?:now|please|then|again))?(?=$|[,.!?;\n])/iu,
];

/** Texts longer than this paste something; a move stands in their first lines. */
const MAX_TEXT = 400;

/** Whether a text leaves its topic or returns to one; what stands in quotes moves nothing. */
export function topicMove(text: string): TopicMove | undefined {
  const said = maskQuotes(text.slice(0, MAX_TEXT));
  const back = firstOf(RETURNS, said);
  const away = firstOf(LEAVES, said);
  if (!back && !away) return undefined;
  const rest = [back, away].reduce((left, match) => (match ? left.replace(match[0], ' ') : left), said).trim();
  return { away: away !== undefined, rest, ...(back ? { back: aboutOf(back) } : {}) };
}

function firstOf(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return undefined;
}

/** “We were talking about”, “earlier” and the like name nothing. */
function aboutOf(match: RegExpExecArray): string {
  const about = (match.groups?.['about'] ?? '').trim();
  return /^(?:的|it|that|this|earlier|before|previous|last|first|original|old|business|topic|question|subject|thing|刚才|之前)*$/i.test(
    about,
  )
    ? ''
    : about;
}
