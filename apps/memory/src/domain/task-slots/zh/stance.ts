/** The user turns away from what was offered. */
const REJECTS =
  /不(?:行|要|喜欢|想要?|合适|满意|考虑|太好|去了|可以)|换[一个家]|^(?:嗯|哦|那)?[，,]?算了|太[贵远低差少早晚]|别的吧|重新|再找|另外?找/;
/** “贵就贵点吧”, “远点也行”: the user puts up with it. */
const PUTS_UP = /就.{0,3}吧|也行|也可以|也好|没关系|没事|无所谓|凑合/;
/** “行”, “好的，就这家” */
const ACCEPTS =
  /^(?:嗯+|哦|啊|那|[，,\s])*(?:就(?:去|住|选|定|要|吃|约)?(?:这|那|它|他)|好(?:的|啊|吧|呀|[，。！]|$)|可以|行(?!程)|没问题|听起来不错|也还?行|也可以|不错|当然|成[，。！]|对的?[，。！]|是的|OK)/iu;
const TAKES_THIS = /就(?:去|住|选|定|要|吃|订|预订|约)?(?:这|那|它|他)(?:[家个里儿们]|家店|个吧)?/;
/** What a reply recommends, and what it wants the user's consent to. */
const OFFERS = /推荐|建议|找到|查到|可以去|怎么样|你?您?看|不错|适合|符合/;
const WANTS_CONSENT = /(?:可以|行|好|合适|方便|没问题|对|接受)(?:吗|么|不|嘛)|怎么样|如何[？?]|您看|你看|是否可以|对吧/;
/** The user puts right what stood before. */
const CORRECTS =
  /改成|改为|换成|改到|改一下|不对|(?<!是)不是(?!很|特别)|[说搞写弄记]错|应该是|更正|纠正|算了|要不|还是.{1,12}吧/;

/** What a reaction opens with tells its stance; what follows is about other things. */
const OPENING = 24;

export function rejectsOffer(text: string): boolean {
  const opening = text.slice(0, OPENING);
  return REJECTS.test(opening) && !PUTS_UP.test(opening);
}

export const accepts = (text: string): boolean => ACCEPTS.test(text) && !rejectsOffer(text);
export const takesThis = (text: string): boolean => TAKES_THIS.test(text);
export const makesOffer = (reply: string): boolean => OFFERS.test(reply);
export const wantsConsent = (reply: string): boolean => WANTS_CONSENT.test(reply);
export const correctsItself = (text: string): boolean => CORRECTS.test(text);
