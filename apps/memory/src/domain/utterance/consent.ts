/** Answers that only a question deserves; weak ones also open new requests, so they count only when nothing follows. */
const STRONG_YES =
  /^(?:对|对的|对呀|对啊|是|是的|是呀|是啊|没错|正确|完全正确|确认|确定|对没错|嗯对|嗯是的|yes|yep|yeah|yup|correct|right|that's right|that is right|that's correct|that is correct|exactly|confirm|confirmed|indeed)$/i;
const WEAK_YES = /^(?:好|好的|好呀|好滴|行|可以|嗯|嗯嗯|恩|可以的|没问题|ok|okay|sure|fine|good|great|y)$/i;
const STRONG_NO =
  /^(?:不对|错了|不正确|记错了|弄错了|别记|不要记|不用记|wrong|incorrect|that's wrong|that is wrong|not correct|not right|don't save it)$/i;
const WEAK_NO =
  /^(?:不|不是|不是的|不用|不用了|不必|不必了|不需要|no|nope|don't|no thanks|no thank you|not really|not necessary)$/i;
const COURTESY =
  /^(?:谢谢|谢谢你|谢谢您|多谢|感谢|辛苦了|麻烦了|就是这个|就这个|thanks|thank you|please|记住|记住吧|记下来吧|that's it|save it|please save it|it is)$/i;

/**
 * Yes or no to the question that the previous reply asked, or undefined when the text is no answer to it. `corrects`: the text says
 * what is right instead.
 */
export function consentIn(clauses: readonly string[], corrects: boolean): 'yes' | 'no' | undefined {
  const [first, ...rest] = clauses.map((clause) => clause.replace(/[ 。.!！~]+$/, ''));
  if (first === undefined) return undefined;
  const quiet = rest.every((clause) => COURTESY.test(clause) || STRONG_YES.test(clause) || WEAK_YES.test(clause));
  if (STRONG_NO.test(first)) return 'no';
  if (WEAK_NO.test(first)) return quiet || corrects ? 'no' : undefined;
  if (STRONG_YES.test(first))
    return rest.some((clause) => /^(?:不|但|可是|but|not|no)/i.test(clause)) ? undefined : 'yes';
  return WEAK_YES.test(first) && quiet ? 'yes' : undefined;
}
