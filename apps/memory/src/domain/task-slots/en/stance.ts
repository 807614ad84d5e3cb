/** What a text makes of the reply before it, besides the values that it names. */
export interface Stance {
  /** “no”, “actually”, “instead”, “not that one”. */
  readonly rejects: boolean;
  /** Wants something else than what was offered. */
  readonly seeksOther: boolean;
  readonly agrees: boolean;
  /** Orders what the dialogue is about: “book it”, “make an appointment”. */
  readonly orders: boolean;
  /** Asks for something that the reply has not said, so that agreement with an offer is not yet a choice. */
  readonly asks: boolean;
  readonly leaves: boolean;
  readonly saysYes: boolean;
}

const REJECTS =
  /^\W*(?:(?:oh|hmm?|um|uh|well|sorry|hey|yeah|thanks)\W+)?(?:no|nope|nah|wrong|incorrect|not (?:quite|really|exactly|that|right|correct|now|yet|today)|never ?mind|negative|i don't (?:like|want|think)|that's (?:not|wrong)|that is (?:not|wrong)|that isn't|that won't|that doesn't)\b|\b(?:changed my mind|not interested|no good|doesn't work|does not work|won't work)\b/i;
const NOT_A_NO = /^\W*no(?:pe)?,? (?:problem|worries|doubt|thanks?,? (?:that'?s|it'?s) (?:perfect|great|good|fine))/i;
const SEEKS_OTHER =
  /\b(?:(?:any|some)(?:thing|one|body|where|place)? (?:else|other|others|different)|(?:an|one|some|any|the|what|which) ?others?\b|what (?:else|esle|other)|other (?:options?|choices?|ones?|kinds?|types?|\w+s\b)|different (?:\w+ )?\w+|alternatives?|(?:find|show|get|give) (?:me )?(?:some )?more|more (?:options?|choices?)|else (?:is|do|can|available|there)|else available|is that all (?:you|there)|the only|what about|how about|others)\b/i;
const NOTHING_ELSE =
  /\b(?:nothing|not|no|don't need|won't need|n't need) (?:anything )?(?:else|other|more|further)\b|\bthat(?:'s| is|'ll be| will be) (?:all|it|everything)\b/i;
const AGREES =
  /\b(?:yes|yeah|yep|yup|yea|ya|sure|ok|okay|okey|great|good|perfect|perfectly|fine|correct|exactly|right|works?|awesome|excellent|nice|cool|lovely|wonderful|fantastic|amazing|absolutely|definitely|indeed|confirm(?:ed)?|go ahead|sounds|please do|thanks|thank you|you got it|alright|all right|do it|do that|try that|try it|that one|this one|i like (?:it|that|this)|i love|i'd like (?:to try )?(?:it|that|this)|interested in (?:it|that|this)|that'll do|that will do|of course|certainly|agreed|brilliant|ideal|suits me|lets? do|i'll take|accept)\b/i;
const ORDERS =
  /\b(?:book|reserve|buy|purchase|order|rent|schedule|arrange|close the deal|i'll take|take (?:it|that|this|the)|go with|use (?:this|that|it)|go for|sign me up|get (?:me (?:the|a|that|those|some)? ?(?:tickets?|seats?|appointment|reservation))|make (?:(?:an|the|me|me an|me a|a|my|that) )?(?:appointment|reservation|booking|order)|(?:an|the) appointment (?:for|with|on|at)|reservation for)\b/i;
const ASKS =
  /\b(?:what(?:'s| is| are|s)|where(?:'s| is| are)|how (?:much|long|many|far|expensive)|can you tell|can i (?:get|have|know) (?:the|their|his|her)|tell me|could you tell|i (?:also )?(?:need|want) (?:the|their|his|her) (?:phone|address|number|price|rating))\b/i;
const ASKS_WHAT =
  /^\W*(?:(?:and|also|ok|okay|so|great|from|to|at|on|for)\W+)*(?:what|where|when|which|who|how(?! about))\b/i;
/** Agreement that opens the answer, whatever is asked after it. */
const SAYS_YES = /^\W*(?:yes|yeah|yep|yup|yea|correct|exactly|right|absolutely|definitely|indeed)\b/i;
const LEAVES =
  /\b(?:bye|goodbye|that's (?:all|it|everything)|that is (?:all|it|everything)|that'll be all|that will be all|nothing else|no thanks|no thank you)\b/i;

export function stanceOf(text: string): Stance {
  const heads = text.replace(/[“”]/g, '"').slice(0, 2000);
  const sentences = heads.match(/[^.!?]+[.!?]?/g) ?? [];
  const rejects = REJECTS.test(heads) && !NOT_A_NO.test(heads);
  return {
    rejects,
    seeksOther: SEEKS_OTHER.test(heads) && !NOTHING_ELSE.test(heads),
    agrees: AGREES.test(heads) && !/\bnot (?:ok|okay|good|fine|right|correct)\b/i.test(heads),
    orders: sentences.some((sentence) => ORDERS.test(sentence) && !ASKS_WHAT.test(sentence)),
    asks: sentences.some((sentence) => ASKS.test(sentence) || ASKS_WHAT.test(sentence) || sentence.endsWith('?')),
    leaves: LEAVES.test(heads),
    saysYes: SAYS_YES.test(heads),
  };
}

const CONFIRMS =
  /\b(?:confirm\w*|(?:is|are) (?:that|this|it|these|everything|the details|you) (?:all )?(?:correct|right|ok|okay|fine|good|sure)|correct\?|right\?|you(?:'d| would) (?:like|want) (?:me )?(?:to |a |an |the |\d|for)|(?<!(?:do|else|anything|what|if|that|everything|help) )you (?:want|need)\b|you(?:'d| would) prefer|(?:booking|making|reserving|adding|setting|scheduling|buying|purchasing|getting|calling)\b|i(?:'ll| will| am going to|'m going to| am|'m) (?:be )?(?:book|mak|reserv|add|set|schedul|buy|purchas|get|call)\w*|double[- ]check|make sure|verify|review|let me (?:repeat|check|recap)|to recap|just so|so,? (?:that's|that is|you|it's|i|a|an|the|for|\d)|here are (?:the|your) details|the details|shall i (?:go|proceed)|yes\?|okay\?|ok\?|alright\?|being (?:reserved|booked|set|made|scheduled)|you (?:approve|agree)|does (?:that|this|it|everything|all) (?:\w+ )?(?:sound|look|work|seem)|sounds? (?:good|right|correct|ok|okay)\?)/i;
const CONFIRMS_FIRST =
  /\b(?:please|can you|could you|let me|just|to|let's|kindly) (?:\w+ ){0,2}(?:confirm|verify|affirm)\b|\bconfirmation details|^\W*confirm(?:ing)?\b/i;
const OFFERS =
  /\b(?:found|there (?:is|are|was)|there's|how about|what about|why don't|options?|available|you (?:could|can|might|may|should) (?!(?:reach|call|contact|find)\b)[a-z]+|may i suggest|would [^.?!]{1,40}\b(?:work|suit|be (?:ok|okay|fine|good|better|possible|acceptable))|can (?:do|offer)|next available|try|recommend|suggest|another|instead|do you (?:want|like)|would you (?:like|be)|i have|i've got|i see|has|leaves|departs|(?<!\b(?:it|this|that) )is an?|they are an?)\b/i;
const SUCCESS =
  /\b(?:(?:was|were|is|are|been|has been|have been) (?:successfully )?(?:booked|made|reserved|confirmed|created|added|scheduled|done|placed|set|successful|complete[d]?)|success(?:ful|fully)?|i(?:'ve| have) (?:successfully )?(?:booked|made|reserved|confirmed|created|added|scheduled|set)|on (?:its|the) way|you are scheduled)\b/i;

/** How a reply names values: to be confirmed before something is done, as an offer, or as mere news. */
export function replyKind(reply: string): 'confirms' | 'offers' | 'done' | 'tells' {
  const said = reply.slice(0, 2000);
  if (CONFIRMS_FIRST.test(said)) return 'confirms';
  if (
    SUCCESS.test(said) &&
    !/\b(?:not|unable|couldn't|could not|unsuccessful|wasn't|sorry)\b/i.test(said) &&
    !/\?|\bplease confirm\b/i.test(said)
  )
    return 'done';
  if (CONFIRMS.test(said) && !/\bwould you like (?:me )?to (?:book|make|reserve|schedule|buy|add|set)\b/i.test(said))
    return 'confirms';
  return OFFERS.test(said) ? 'offers' : 'tells';
}
