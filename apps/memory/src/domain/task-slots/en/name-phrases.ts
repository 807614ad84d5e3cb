import { READ } from './spans';
import type { Span } from './spans';

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Nothing but spaces stand between it and the token before. */
  readonly joined: boolean;
  /** Opens a sentence, so that its capital says nothing. */
  readonly opens: boolean;
}

const TOKEN = /[\p{L}\p{N}#$&][\p{L}\p{N}'’&#/-]*\.?|\uE000+|[^\s]/gu;
const ABBREVIATION = /^(?:[A-Z]|Dr|Mr|Mrs|Ms|St|Mt|Ft|Ave|Rd|Blvd|Jr|Sr)\.$/;

/** Words with their places. A point stays with an initial or a short form before another capital. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let opens = true;
  for (const match of text.matchAll(TOKEN)) {
    let word = match[0];
    const next = text[match.index + word.length + 1] ?? '';
    const ended =
      word.endsWith('.') &&
      word.length > 1 &&
      !(
        ABBREVIATION.test(word) &&
        /[\p{Lu}\d#]/u.test(next) &&
        !isCommon(/^[\p{L}']+/u.exec(text.slice(match.index + word.length + 1))?.[0] ?? '')
      );
    if (ended) word = word.slice(0, -1);
    tokens.push({
      text: word,
      start: match.index,
      end: match.index + word.length,
      joined: /^ *$/.test(text.slice(end, match.index)) && !opens,
      opens,
    });
    end = match.index + word.length;
    opens = ended || /^[.!?;:]$/.test(word);
  }
  return tokens;
}

/** Words that no name starts with, capital or not: what sentences open with, and what requests are made of. */
const COMMON = new Set(
  `certainly correct cool lovely true brilliant agreed gotcha understood most okey indeed definitely hmm mmm whatever because both each every many few several please's a about above absolutely actually add adding after afternoon again ah alarm alarms alas all alright also am an and another any anyone anything appointment are around as ask at available awesome away be been before best better big book booking both bus buses but buy by cab call calling can car cars change check city come confirm confirming could cost costs dates date day days departing destination did do does doing done don't double down drop dropping eat either else enjoy enough evening event everything excellent exactly fantastic find finally fine first flight flights for found friday from get getting give go going good got great ha had has have having he heading headed hello help her here hey hi him his hm home hopefully hotel how however i i'd i'll i'm i've ideal if in instead is it it's its i've just kind know last late later leave leaves leaving let let's like lol look looking love make making may maybe me meet mine minute minutes mm modify monday more morning most much must my myself name near need needs never next nice night no noon nope not now number of off oh ok okay on one ones only option options or other others our out over people per perfect perhaps person pick picking place places please possible price probably put really recommend reservation reserve reserved reserving restaurant restaurants return ride rides right saturday say schedule search see seats set she should show since so some somebody someone something somewhere soon sorry sound sounds starting still such sunday super sure system table take taking taxi tell than thank thanks that that'd that'll that's the their them then there there'll there's therapist therapists these they they're thing things think this those though thursday ticket tickets time times to today tomorrow tonight too total town travel travelers traveling travelling trip try trying tuesday two uh um unfortunately until up us use used using very visit wait want wants was way we we'll we're wednesday weather well were what what's when where which while who will wish with wonderful works would wow yeah yea ya yep yes yet you you'd you'll you're your yup an apologies schedule confirmed here's bye goodbye departs arriving arrives pickup dropoff january february march april june july august september october november december`.split(
    /\s+/,
  ),
);
const JOINERS = new Set(['of', '&', 'the', 'de', 'la', 'le', 'del', 'du', 'and', "'n'", 'at', 'for', 'in', 'on']);
const ENDS = new Set(
  "a an the at on in for from to with by is are was will would that which who and or but so because since if please thanks thank instead now today tomorrow tonight around near as until till i we you my it not also then next this leaving departing going arriving starting i'd i'm let's can could do does about too right sometime later actually".split(
    ' ',
  ),
);
/** What no name of a town is without a second word, whatever its case: “Las vegas”, “San francisco”. */
const BEGINS_CITY = /^(?:San|Santa|Los|Las|New|Saint|El|Fort|Port|North|South|East|West|Mount|Palo|Salt)$/;
const STATE = /^(?:[A-Z]{2}|Ca|Ny|[A-Z][a-z]+)$/;

const isCapital = (word: string): boolean => /^[\p{Lu}]/u.test(word);
const isNumber = (word: string): boolean => /^[#]?\d/.test(word);
export const isCommon = (word: string): boolean => COMMON.has(word.toLowerCase().replace('’', "'"));

/**
 * A name that starts at a token: capitals, numbers of an address, and small words between capitals; “, CA” may follow. A name in
 * small letters is `weak`: up to four words that end before the next small word of the language.
 */
export function nameAt(
  tokens: readonly Token[],
  at: number,
  text: string,
): (Span & { weak: boolean; next: number }) | undefined {
  const first = tokens[at];
  if (!first || first.text.startsWith(READ) || !/^[\p{L}\d#]/u.test(first.text)) return undefined;
  const strong = isCapital(first.text) || isNumber(first.text);
  if (isCommon(first.text) && !(strong && isCapital(first.text) && followsCapital(tokens, at))) return undefined;
  let last = at;
  for (let i = at + 1; i < tokens.length && i - at < 10; i++) {
    const token = tokens[i];
    if (!token) break;
    if (strong && token.text === ',' && continuesPlace(tokens, i)) {
      last = i + 1;
      break;
    }
    if (!token.joined || token.text.startsWith(READ) || !/^[\p{L}\d#&']/u.test(token.text)) break;
    const word = token.text;
    if (strong) {
      if (isCapital(word) || isNumber(word)) {
        if (/^(?:I|I'm|I'd|I'll|I've)$/.test(word)) break;
        last = i;
      } else if (JOINERS.has(word.toLowerCase())) {
        const next = tokens[i + 1];
        const link = /^(?:of|&|the|de|la|le|del|du|'n')$/i.test(word);
        if (!next?.joined || !(isCapital(next.text) || next.text === 'the') || !link || isCommon(next.text)) break;
      } else if (i === at + 1 && BEGINS_CITY.test(first.text) && !ENDS.has(word) && !isCommon(word)) last = i;
      else if (isAddressWord(word) || (isNumber(first.text) && !ENDS.has(word.toLowerCase()) && !isCommon(word)))
        last = i;
      else break;
    } else {
      if (ENDS.has(word.toLowerCase()) || isCapital(word) || i - at > 3) break;
      last = i;
    }
  }
  if (isNumber(first.text) && last === at) return undefined;
  const end = tokens[last]?.end ?? first.end;
  const value = text.slice(first.start, end).replace(/[.,]+$/, '');
  return { start: first.start, end: first.start + value.length, value, weak: !strong, next: last + 1 };
}

function followsCapital(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at], tokens[at + 1]];
  return (
    !first?.opens &&
    second !== undefined &&
    second.joined &&
    isCapital(second.text) &&
    (first?.text === 'The' || !isCommon(second.text))
  );
}

/** “Fresno, CA”, “Anaheim, Ca”. */
function continuesPlace(tokens: readonly Token[], comma: number): boolean {
  const next = tokens[comma + 1];
  const after = tokens[comma + 2];
  return (
    next !== undefined &&
    STATE.test(next.text) &&
    next.text.length === 2 &&
    (/^[A-Z]{2}$/.test(next.text) || !isCommon(next.text)) &&
    next.text !== 'I' &&
    (!after?.joined || !isCapital(after.text) || isCommon(after.text))
  );
}

export const VENUE =
  /\b(?:station|airport|terminal|center|centre|depot|plaza|hotel|inn|mall|museum|park|university|college|hospital|church|school|theat(?:er|re)|stadium|library|restaurant|cafe|bar|grill|kitchen|bistro)\b/i;
const ROAD =
  /\b(?:street|st|road|rd|avenue|ave|drive|dr|boulevard|blvd|lane|ln|way|court|ct|highway|hwy|parkway|pkwy|square|circle|broadway|suite)\b/i;
const isAddressWord = (word: string): boolean =>
  VENUE.test(word) || ROAD.test(word) || /^(?:building|floor|apartment|apt|unit|ste|bldg)$/i.test(word);
export const isAddress = (name: string): boolean => /^\d/.test(name) || ROAD.test(name.split(' ').slice(1).join(' '));
