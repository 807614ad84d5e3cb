/** Words that only keep a dialogue polite; a message of nothing else is courtesy. Data: add a row to teach another. */
const COURTESY_WORDS: readonly string[] = [
  // thanks and their answers
  '谢谢|谢了|多谢|谢谢(?:你|您|啦|了|大家)|非常感谢|十分感谢|万分感谢|太感谢(?:你|您)?了|感谢|感谢(?:你|您)(?:的(?:帮助|回复|耐心))?|辛苦(?:你|您)?(?:了|啦)|麻烦(?:你|您)?(?:了|啦)',
  '不客气|不用谢|不谢|别客气|应该的|这是我(?:们)?应该做的|很高兴(?:能)?(?:帮到|帮助|为)(?:你|您)(?:服务)?|(?:很)?乐意(?:为您)?效劳',
  '(?:非常|很)?抱歉|不好意思|对不起|没关系|没事(?:的|儿)?',
  "thanks?|thank you|thx|ty|cheers|many thanks|much appreciated|(?:i )?appreciate (?:it|that|your help)|thanks? (?:you )?(?:so much|a lot|very much|again|a million)|thanks for (?:your|the) (?:help|time|info|information|reply)|that(?:'s| is|’s) (?:very |so )?(?:kind|helpful)(?: of you)?",
  "you(?:'re|’re| are) (?:very |most )?welcome|no problem|my pleasure|glad (?:to|i could) help|(?:i'm |i’m )?happy to help|don(?:'|’)t mention it|anytime|sorry|no worries",
  // acknowledgements
  '好|好的|好滴|好吧|好呀|好啊|好嘞|好哒|行|行吧|可以|嗯+|恩|哦+|噢|喔|明白|明白了|了解|了解了|知道了|收到|没问题|对|对的|是|是的|ok|okay|okey|k|kk|sure|fine|great|good|nice|perfect|cool|awesome|alright|all right|got it|i see|understood|noted|right|yes|yeah|yep|yup|very well|sounds good|will do',
  '哈+|呵+|嘿+|嘻+|哈喽|ha(?:ha)+|lol|wow|哇|太好了|太棒了|真棒|真好|不错',
  // greetings and farewells
  "(?:很|非常)?高兴(?:能)?(?:认识|见到)(?:你|您)(?:们)?|(?:认识|见到)(?:你|您)(?:很|真)?高兴|(?:我的)?朋友|亲爱的|(?:it's |it is )?(?:very )?(?:nice|glad|great|good|pleased) to (?:meet|see) you(?: too)?|(?:my )?(?:dear )?friend",
  '你好|您好|你好呀|你好啊|大家好|早|早安|早上好|上午好|中午好|下午好|晚上好|晚安|嗨|喂|在吗|在么|hi|hello|hey|hi there|hello there|good (?:morning|afternoon|evening|night|day)',
  '再见|拜拜|拜|回头见|下次见|明天见|回见|祝(?:你|您)(?:生活愉快|愉快|好运|一切顺利|有美好的一天)|bye|bye ?bye|goodbye|see you(?: later| soon| tomorrow| then)?|take care|have a (?:nice|good|great|lovely) (?:day|one|evening|weekend|time)',
  '请稍等|稍等|稍候|请稍候|稍等一下|请问|one moment(?: please)?|just a (?:moment|second|sec)|please|还有(?:什么|别的|其他)?(?:可以|能)帮(?:到)?(?:你|您)的吗|(?:is there )?anything else(?: i can (?:help|do)(?: you)?(?: with| for you)?)?',
];
const PARTICLES = '[啊呀哦噢呢吧哈啦哟嘛了的~～]{0,3}';
/** Whom a courtesy addresses: “好的小李” and “thanks man” stay courtesy only with these. */
const ADDRESSED =
  "(?: ?(?:亲|亲亲|小助手|客服|老师|哥|姐|there|man|sir|madam|ma'am|mate|buddy|dear|everyone|all|again|then|so much|very much))?";
const WHOLE = new RegExp(`^(?:${COURTESY_WORDS.join('|')})${PARTICLES}${ADDRESSED}$`, 'i');
/** “ok thanks”, “好的谢谢”: two or three of them without a mark between. */
const SEVERAL = new RegExp(`^(?:(?:${COURTESY_WORDS.join('|')})${PARTICLES}${ADDRESSED}[ ]?){2,3}$`, 'i');

/** Longer texts say more than thanks. */
const MAX_COURTESY = 120;
const PIECES = /[\s]*(?:[，,。.!！?？~～;；:：、…\n]|[\p{Extended_Pictographic}\u{FE0F}\u{200D}])+[\s]*/gu;

/** Whether a text is thanks, greeting, acknowledgement and nothing else. Whether “好的” answers a question only its dialogue can tell. */
export function isCourtesy(text: string): boolean {
  if (text.length > MAX_COURTESY) return false;
  return text
    .trim()
    .split(PIECES)
    .every((piece) => piece === '' || WHOLE.test(piece) || SEVERAL.test(piece));
}

const ANSWERS =
  /^(?:好|行|可以|嗯|恩|没问题|对|是|不错|ok|okay|k\b|sure|fine|great|good|perfect|alright|all right|yes|yeah|yep|yup|right|sounds good|please)/i;
const QUESTION =
  /[?？]|[吗么呢](?:[。!！~ ]|$)|(?:要不要|是否|可以吗|好吗|请确认|请(?:您)?选择|回复)|\b(?:shall|should|would you|do you want|please confirm)\b/i;

/** Whether a courtesy takes what the message before it has asked or offered (“需要退款吗？” “好的”): then it is an act. */
export function takesOffer(text: string, previous: string | undefined): boolean {
  return previous !== undefined && QUESTION.test(previous) && ANSWERS.test(text.trim());
}
