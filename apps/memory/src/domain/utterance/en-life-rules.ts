import type { DeclarationRule } from './declaration';
import { settingOf } from './settings';

/** Statements of how the user lives, and of what has changed in it: work, habits, roles, plans, standing wishes. */
const TAIL = '(?: (?:please|thanks|thank you|now|by the way|btw|instead|these days|nowadays))*$';
const SINCE = "(?:'ve| have|'m| am)?(?: (?:just|now|recently|also|finally|since|already|currently))*";
const AGO = '(?: (?:last|this) (?:week|month|year|summer|winter|spring|autumn|fall)| yesterday| recently| in \\w+)?';
const ARTICLE = '(?:an? |the |some )?';
const DAY =
  '(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|(?:the )?\\d{1,2}(?:st|nd|rd|th|:\\d\\d| ?[ap]m)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \\d{1,2}|noon|midnight)';
const TIMES = '(?: now| currently| still)?';
const EVENTS =
  '(?:[a-z]+ )?(?:meeting|call|class|flight|interview|exam|appointment|party|wedding|stand-?up|lesson|dinner|lunch|review|sync|train|concert|deadline|surgery|check-?up|alarm|reminder)';
const USUALLY = '(?:usually |normally |always |mostly |typically |generally |only |mainly |now |also |just |really )*';
const TITLES =
  '(?:[a-z]+ ){0,2}(?:teacher|doctor|nurse|lawyer|accountant|driver|chef|cook|programmer|developer|engineer|designer|student|salesman|saleswoman|salesperson|police officer|soldier|writer|author|painter|actor|actress|singer|journalist|reporter|editor|translator|professor|consultant|manager|analyst|photographer|director|firefighter|pilot|waiter|waitress|farmer|architect|scientist|researcher|therapist|dentist|vet|pharmacist|librarian|plumber|electrician|mechanic|carpenter|barista|baker|banker|freelancer|entrepreneur|founder|paralegal|attorney|technician|musician|artist)';

export const EN_LIFE_DECLARATIONS: readonly DeclarationRule[] = [
  {
    pattern: new RegExp(
      `^(?:(?:please )?(?:book|reserve|get|i need|i'd like|we need)(?: me| us)? )?(?:an? |the )?(?:room|suite|hotel|stay)s? for (?<value>\\d{1,2}|one|two|three|four|five|six|seven) nights?${TAIL}`,
      'di',
    ),
    key: 'nights',
  },
  {
    pattern: new RegExp(
      `^i(?:'m| am)${TIMES} (?<value>single|married|engaged|divorced|widowed|separated)${TAIL}`,
      'di',
    ),
    key: 'marital_status',
  },
  {
    pattern: new RegExp(
      `^(?:i|we)(?: just| recently| finally)? got (?<value>married|engaged|divorced)${AGO}${TAIL}`,
      'di',
    ),
    key: 'marital_status',
    corrects: true,
  },
  {
    pattern: new RegExp(`^i (?:also |can )*speak (?<value>[a-z]{4,12})(?: too| as well| fluently)*${TAIL}`, 'di'),
    keyOf: (_groups, value) => (settingOf(value) === 'language' ? 'spoken_language' : undefined),
  },
  {
    pattern: new RegExp(
      `^i (?:use|have|own) (?:an? )(?<value>(?:iPhone|iPad|MacBook|Pixel|Galaxy|Samsung|ThinkPad|Kindle|Huawei|Xiaomi|OnePlus|Surface)[\\w ]{0,20}?)${TAIL}`,
      'di',
    ),
    key: 'device',
  },
  {
    pattern: new RegExp(
      `^(?:please )?(?:set|schedule|move|push|reschedule|book|put|shift|postpone) (?:the |my |our )?(?<thing>${EVENTS})(?: back| forward| up)?(?: to| for| at| on| until)+ (?<value>${DAY}.{0,24}?)${TAIL}`,
      'di',
    ),
    keyOf: ({ thing }) => `${thing?.toLowerCase()}/time`,
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:i|we)${SINCE} (?:moved|relocated|moving back) (?:back )?to (?<value>[A-Z].{1,40}?)${AGO}${TAIL}`,
      'di',
    ),
    key: 'location',
    corrects: true,
    refuses: /^(?:an?|the|this|that|my|another|tears|see)\b/i,
  },
  {
    pattern: new RegExp(`^(?:i|we)${SINCE} (?:live|living|reside) (?:in|at) (?<value>.+?)${TAIL}`, 'di'),
    key: 'location',
    refuses: /^(?:an?|the|this|that|my|fear|hope|hotel)\b/i,
  },
  {
    pattern: new RegExp(
      `^[Ii]${SINCE} (?:joined|switched jobs to|started (?:working )?at|work(?:ing)? at|work(?:ing)? for|transferred to) (?<value>[A-Z].{1,40}?)${AGO}${TAIL}`,
      'd',
    ),
    key: 'company',
    corrects: true,
    refuses: /^(?:The|A|My) /,
  },
  {
    pattern: new RegExp(`^[Ii]${SINCE} (?:work|working|based) in (?<value>[A-Z].{1,40}?)${TAIL}`, 'd'),
    key: 'work_location',
  },
  { pattern: new RegExp(`^i(?:'m| am)(?: now)? (?:an? )(?<value>${TITLES})${TAIL}`, 'di'), key: 'occupation' },
  {
    pattern: new RegExp(
      `^i (?:became|have become|just became|now work as) (?:an? )(?<value>${TITLES})${AGO}${TAIL}`,
      'di',
    ),
    key: 'occupation',
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^i(?:'m| am|'ve gone| have gone| went| became|'ve become| have become| turned)(?: now)? (?:an? )?(?:strict )?(?<value>vegetarian|vegan|pescatarian|lactose intolerant|gluten[- ]free)${TAIL}`,
      'di',
    ),
    key: 'diet_style',
  },
  {
    pattern: new RegExp(`^i(?:'m| am)(?: now)? (?:an? )(?<value>(?:\\w+ )?(?:member|subscriber))${TAIL}`, 'di'),
    key: 'membership',
  },
  {
    pattern: new RegExp(`^(?:i|we) ${USUALLY}drive ${ARTICLE}(?<value>[A-Z0-9].{1,30}?)${TAIL}`, 'di'),
    key: 'car',
    refuses: /^(?:to|home|fast|slow|my|him|her|them|there|kids|around)\b/i,
  },
  {
    pattern: new RegExp(
      `^i ${USUALLY}drink (?<value>[a-z][a-z -]{1,30}?)(?: every (?:day|morning)| in the morning)?${TAIL}`,
      'di',
    ),
    key: 'drink',
    refuses: /^(?:it|this|that|too|a lot|to|more|less|with|at|in|and)\b/i,
  },
  {
    pattern: new RegExp(
      `^i (?:usually |normally |always |mostly )?(?:go|get|come|commute) to work by (?<value>[a-z ]{2,20}?)${TAIL}`,
      'di',
    ),
    key: 'commute',
  },
  {
    pattern: new RegExp(
      `^i (?:really |also |still |especially )*(?:enjoy|love|like) (?<value>[a-z][a-z' -]{2,40}?)(?: too| as well)?${TAIL}`,
      'di',
    ),
    key: 'preference',
    refuses:
      /^(?:it|that|this|these|those|you|your|the|how|what|when|to (?:know|ask|see|book|order|change)|my|him|her|them|being here)\b/i,
  },
  {
    pattern: new RegExp(
      `^(?:(?:and |but )?(?:actually )?)(?:the |my |our )(?<thing>${EVENTS})(?: is| was|'s| has been| got)?(?: (?:moved|rescheduled|scheduled|postponed|changed|pushed|set|brought forward|due))?(?: (?:to|on|at|for))? (?<value>(?:on |at )?${DAY}.{0,24}?)${TAIL}`,
      'di',
    ),
    keyOf: ({ thing }) => `${thing?.toLowerCase()}/time`,
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:i'm |i am |we're |we )?check(?:ing)?[ -]?in(?: is)?(?: on)? (?<value>${DAY}.{0,12}?)${TAIL}`,
      'di',
    ),
    key: 'check_in',
  },
  {
    pattern: new RegExp(
      `^(?:i'm |i am |we're |we |and )?check(?:ing)?[ -]?out(?: is)?(?: on)? (?<value>${DAY}.{0,12}?)${TAIL}`,
      'di',
    ),
    key: 'check_out',
  },
  {
    pattern: new RegExp(
      `^(?:i'll |i |we |we'll |i'm )?(?:leave|leaving|depart|departing|fly out|flying out|go|going)(?: on)? (?<value>${DAY}.{0,12}?)${TAIL}`,
      'di',
    ),
    key: 'departure_date',
  },
  {
    pattern: new RegExp(
      `^(?:and )?(?:i'll |i |we |we'll |i'm )?(?:return|returning|come back|coming back|fly back|flying back|back)(?: on)? (?<value>${DAY}.{0,12}?)${TAIL}`,
      'di',
    ),
    key: 'return_date',
  },
  {
    pattern: new RegExp(
      `^(?:please )?(?:make|move|push|change|set) (?:the |my )?(?<attribute>check-?in|check-?out|return|return date|return flight|departure|departure date|outbound|budget)(?: to| be)? (?<value>.+?)${TAIL}`,
      'di',
    ),
    known: true,
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:my |the |our )?(?<attribute>budget)(?: is|:| of)? (?<value>(?:around |about |up to |under )?[$€£¥]?\\d.{0,16}?)${TAIL}`,
      'di',
    ),
  },
  {
    pattern: new RegExp(
      `^(?:(?:please )?(?:book|reserve|get|i need|i'd like|we need)(?: me| us)? )?(?:an? )?(?:table|room|reservation|booking)s? for (?<value>\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve)(?: people| persons| guests)?${TAIL}`,
      'di',
    ),
    key: 'party_size',
  },
  {
    pattern: new RegExp(
      `^(?:please )?(?:always )?(?:use|switch to|go back to|change to|answer in|reply in|respond in|speak|write in|show|display|switch back to|show prices in|prefer)(?: it in| me)? (?<value>[a-z0-9 -]{3,24}?)(?: mode)?${TAIL}`,
      'di',
    ),
    keyOf: (_groups, value) => settingOf(value),
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:please )?(?:always )?(?:answer|reply|respond|speak)(?: to me)? in (?<value>[a-z ]{3,24}?)${TAIL}`,
      'di',
    ),
    keyOf: (_groups, value) => settingOf(value),
    corrects: true,
  },
  {
    pattern: new RegExp(
      `^(?:please )?(?:always )?(?:ship|send|deliver) (?:everything|all (?:my |of my )?(?:orders|packages|parcels|stuff)|my (?:orders|packages|parcels)) to (?<value>.+?)${TAIL}`,
      'di',
    ),
    key: 'shipping_address',
  },
  {
    pattern: new RegExp(
      `^(?:i(?:'ve| have)? )?(?:subscribed? to|sign(?:ed)? up for) (?:the )?(?<value>[a-z][a-z' -]{2,40}?)${TAIL}`,
      'di',
    ),
    key: 'subscription',
  },
  {
    pattern: new RegExp(
      `^(?:please )?send me (?:the |a |your )?(?<value>(?:daily|weekly|monthly) [a-z ]{2,30}?|[a-z ]{2,30}? (?:every|each) (?:day|week|month|morning))${TAIL}`,
      'di',
    ),
    key: 'subscription',
  },
];
