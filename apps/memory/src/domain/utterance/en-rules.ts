import type { DeclarationRule } from './declaration';
import { PAYMENT_METHODS } from './attributes';

const TAIL = '(?: (?:please|thanks|thank you|now|by the way|btw|instead))?$';

/** Statements about the user at the start of a clause. */
export const EN_DECLARATIONS: readonly DeclarationRule[] = [
  {
    pattern: new RegExp(
      `^(?:please )?(?:change|update|set|switch) my (?<attribute>[a-z][a-z -]{0,30}?) to (?<value>.+?)${TAIL}`,
      'di',
    ),
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:please )?(?:change|update|set|switch) the (?<attribute>[a-z][a-z -]{0,30}?) to (?<value>.+?)${TAIL}`,
      'di',
    ),
    corrects: true,
    known: true,
  },
  {
    pattern: new RegExp(
      `^(?:the |this session's |our )?(?<attribute>code[ -]?word)(?: for (?:this|the|our) [a-z]+)?(?: is|:) (?<value>.+?)${TAIL}`,
      'di',
    ),
  },
  {
    pattern: new RegExp(
      `^my name(?: is|'s|’s) (?<value>[\\p{L}][\\p{L} .'-]{0,40}?)(?: and (?:i|i'm|it's|nice|we|this)\\b.{0,80})?${TAIL}`,
      'diu',
    ),
    key: 'name',
    refuses: /\b(?:not|wrong|misspelled|there|on|in)\b/i,
  },
  {
    pattern: new RegExp(
      `^my (?<attribute>[a-z][a-z' -]{0,30}?)(?: is| are| =|'s(?= )|:) ?(?:now |set to )?(?<value>.+?)${TAIL}`,
      'di',
    ),
  },
  { pattern: new RegExp(`^(?:i'm|i am) called (?<value>[\\p{L}][\\p{L} .'-]{0,40}?)${TAIL}`, 'diu'), key: 'name' },
  {
    pattern: new RegExp(
      `^(?:you can |you may |just |please )?call me (?<value>[\\p{L}][\\p{L} .'-]{0,30}?)${TAIL}`,
      'diu',
    ),
    key: 'preferred_name',
    refuses: /^(?:back|later|again|when|if|at|on|a|an|the|today|tomorrow|crazy|old|asap|after|before|maybe)\b/i,
  },
  {
    pattern: new RegExp(
      `^i(?:'ve| have)? (?:currently |now |just )?(?:live in|live at|reside in) (?<value>.+?)${TAIL}`,
      'di',
    ),
    key: 'location',
    refuses: /^(?:a|an|the|this|that|my|fear|hope|hotel)\b/i,
  },
  {
    pattern: new RegExp(
      `^i (?:usually |always |normally |mostly |typically |generally )?pay (?:with|by|via|using) (?<value>.+?)${TAIL}`,
      'di',
    ),
    key: 'payment_method',
    accepts: PAYMENT_METHODS,
  },
  {
    pattern: new RegExp(`^i (?:really |usually |always |generally |also |strongly )*prefer (?<value>.+?)${TAIL}`, 'di'),
    key: 'preference',
    refuses: /^(?:it|that|this|these|those|one|not to|the (?:first|second|third|other|latter|former))\b/i,
  },
  {
    pattern: new RegExp(`^(?:i'm|i am|i’m) (?:also )?(?:severely |very )?allergic to (?<value>.+?)${TAIL}`, 'di'),
    key: 'allergy',
    refuses: /^(?:it|that|this)\b/i,
  },
  {
    pattern: new RegExp(
      `^i (?:also )?(?<value>(?:don't|do not|never|can't|cannot) (?:eat|drink) [^,]{2,30}?)${TAIL}`,
      'di',
    ),
    key: 'diet',
    refuses: /\b(?:it|that|this|here|now|today)$/i,
  },
  {
    pattern: new RegExp(`^i work (?:at|for) (?<value>.+?)${TAIL}`, 'di'),
    key: 'company',
    refuses: /^(?:a|an|the|night|home|least|myself|free|\\d)\b/i,
  },
  { pattern: new RegExp(`^i work as (?:an? )?(?<value>.+?)${TAIL}`, 'di'), key: 'occupation' },
  { pattern: new RegExp(`^(?:i'm|i am) (?<value>\\d{1,3})(?: years old)?${TAIL}`, 'di'), key: 'age' },
];

export const EN_FILLERS =
  /^(?:hi|hello|hey|ok|okay|so|well|oh|um+|uh|also|and|please|by the way|btw|for the record|fyi|just|can you|could you|note:?)(?: there)?[ ,:]+/i;
export const EN_REMEMBER =
  /^(?:remember|note|keep in mind|don't forget|do not forget|save|record)(?: down)?(?: this)?(?: that)?[ :]+/i;
export const EN_REMEMBER_TAIL =
  /[ ,]*(?:and )?(?:please )?(?:remember (?:it|that|this)|keep (?:it|that|this) in mind|don't forget (?:it|that|this)?)$/i;
