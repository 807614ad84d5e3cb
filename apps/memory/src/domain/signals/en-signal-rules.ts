import type { ShownPreference } from './shown-preference';
import type { SignalLimits, SignalRule } from './signal-rule';

/** What may stand before: “could you…”, “i'd like…”, “give me…”. */
const ASK =
  "(?:(?:please|can you|could you|would you|will you|can i|could i|just|ok|okay|well|but|and|so|maybe|always|again|now|i want|i need|i'd like|i would like|i prefer|i like|i love|give me|show me|tell me|get me|find me|let's have|is there|are there|have you got|do you have|got|use|answer|reply|explain|say|put|it|that|this|to get|to have|to see|get|have|make|keep|be)[ ,]+){0,6}";
const END =
  '(?: (?:please|thanks|thank you|for me|here|now|instead|next time|from now on|going forward|in future|in the future|every time|if possible|available|out there))*$';
const rule = (shown: ShownPreference, body: string, more: SignalLimits = {}): SignalRule => ({
  ...shown,
  pattern: new RegExp(`^${ASK}(?:${body})${END}`, 'i'),
  ...more,
});
const THAT = "(?:(?:that|this|it|your answer|your reply|the answer)(?:'s| is| was) )?";
const TOO = '(?:way |far |much |a bit |a little |rather )?too ';
const ANSWER = '(?:answers?|repl(?:y|ies)|versions?|explanations?|summar(?:y|ies)|responses?)';

/** Clauses that show how the user wants to be served. Data: add a row to teach another. */
export const EN_SIGNALS: readonly SignalRule[] = [
  rule({ key: 'reply_length', value: 'brief' }, `${THAT}${TOO}(?:long|much text|many words)(?: to read)?`, {
    follows: 'long_reply',
  }),
  rule({ key: 'reply_length', value: 'brief' }, `${THAT}${TOO}(?:wordy|verbose|long-winded)`, { follows: 'reply' }),
  rule(
    { key: 'reply_length', value: 'brief' },
    '(?:get |cut |come |skip )?(?:straight |right )?(?:to )?the (?:main |key )?(?:point|points|gist|bottom line|short version|short answer|essentials)(?: only)?',
  ),
  rule(
    { key: 'reply_length', value: 'brief' },
    'tldr|in (?:a nutshell|short|brief|(?:a|one|two) sentences?|(?:a )?few words)',
  ),
  rule(
    { key: 'reply_length', value: 'brief' },
    '(?:more |a bit |a little )?(?:short|shorter|brief|briefer|concise|succinct|to the point)',
  ),
  rule({ key: 'reply_length', value: 'brief' }, `(?:an? )?(?:short|shorter|brief|concise|quick) ${ANSWER}`),
  rule(
    { key: 'reply_length', value: 'detailed' },
    '(?:in |a bit |a little |some |much )?more details?|in (?:more |full )?detail|elaborate',
  ),
  rule(
    { key: 'reply_length', value: 'detailed' },
    '(?:a bit |a little )?more (?:detailed|specific|thorough|elaborate|in-depth)',
  ),
  rule(
    { key: 'reply_length', value: 'detailed' },
    `(?:an? )?(?:detailed|thorough|longer|full|in-depth) ${ANSWER}|go (?:deeper|into detail)`,
  ),
  rule({ key: 'reply_length', value: 'detailed' }, `${THAT}${TOO}(?:short|brief|vague|superficial)`, {
    follows: 'reply',
  }),
  rule(
    { key: 'reply_format', value: 'list' },
    '(?:as |in |into |with )?(?:an? )?(?:bulleted |numbered |short )?(?:lists?|bullet points?|bullets)(?: form(?:at)?)?',
    { refuses: /^(?:an? )?lists?$/i },
  ),
  rule({ key: 'reply_format', value: 'table' }, '(?:as |in |into |with )(?:an? )?tables?(?: form(?:at)?)?|an? table'),
  rule({ key: 'reply_format', value: 'steps' }, 'step[- ]by[- ]step|(?:one|a) step at a time|in steps'),
  rule(
    { key: 'explanation_style', value: 'plain' },
    "in (?:plain|simple|everyday|layman's) (?:english|words|terms|language)|eli5",
  ),
  rule({ key: 'explanation_style', value: 'plain' }, "like i'm (?:five|5)|without (?:the )?jargon|less technical"),
  rule({ key: 'explanation_style', value: 'plain' }, `${THAT}${TOO}technical`, { follows: 'reply' }),
  rule(
    { key: 'explanation_style', value: 'technical' },
    '(?:a bit )?more technical|with (?:all )?the technical (?:details|terms)',
  ),
  rule(
    { key: 'examples', value: 'with' },
    '(?:with )?(?:an|some|a few|another) (?:concrete )?examples?|for example|with examples',
  ),
  rule(
    { key: 'freshness', value: 'latest' },
    '(?:anything|something|any|one|ones|a) (?:newer|more recent|more up[- ]to[- ]date)(?: \\w+)?',
  ),
  rule({ key: 'freshness', value: 'latest' }, `${THAT}(?:${TOO})?(?:outdated|out of date|too old)`, {
    follows: 'reply',
  }),
  {
    key: 'freshness',
    value: 'latest',
    pattern:
      /\b(?:latest|newest|most recent|most up[- ]to[- ]date)\b(?! (?:order|invoice|bill|address|phone|email|payment|parcel|delivery|balance|password))/i,
    refuses: /\b(?:not|no|don't|never) (?:\w+ ){0,3}(?:latest|newest|most)|\b(?:my|our|at the) (?:latest|newest|most)/i,
  },
  rule(
    { key: 'price_level', value: 'low' },
    '(?:anything|something|any|one|ones|a) (?:cheaper|less expensive|more affordable)(?: \\w+)?',
  ),
  rule(
    { key: 'price_level', value: 'low' },
    `(?:the )?(?:cheaper|cheapest)(?: (?:one|ones|options?|way|\\w+))?|on a (?:tight |small )?budget`,
  ),
  rule(
    { key: 'price_level', value: 'low' },
    `${THAT}(?:${TOO}|a bit |quite |rather )(?:expensive|pricey|dear)|(?:the )?best value(?: for money)?`,
  ),
  rule(
    { key: 'price_level', value: 'high' },
    "(?:money|price) (?:is no|is not an|isn't an) (?:object|issue|problem)|price doesn't matter",
  ),
  rule(
    { key: 'price_level', value: 'high' },
    '(?:an? |the |something )?(?:high[- ]end|top[- ]of[- ]the[- ]line|premium)(?: (?:one|ones|options?|\\w+))?',
  ),
  rule({ key: 'language', value: 'zh' }, '(?:speak |talk |in )(?:chinese|mandarin)'),
  rule({ key: 'language', value: 'en' }, '(?:speak |talk |in )english'),
];
