import type { Edge, Frame } from '../frame';
import { HOLIDAYS } from '../holidays';
import { type Groups, rule, type WordRule } from '../words';
import { MONTH, monthOf, REF, refOf, WEEKDAY, weekdayOf, whichOf } from './en-names';
import { NUMBER, numberOf, ORDINAL, ordinalOf } from './en-numbers';

/** A period counted from the present one. */
function period(name: string, by: number, kind = ''): Frame | undefined {
  const unit = name.toLowerCase().replace(/s$/, '');
  switch (unit) {
    case 'week':
      return /work|business/i.test(kind) ? { week: by, workweek: true } : { week: by };
    case 'weekend':
      return { week: by, weekend: true };
    case 'month':
      return { month: { by } };
    case 'quarter':
      return { quarter: { by } };
    case 'year':
      return { year: { by } };
    default:
      return undefined;
  }
}

const PERIOD = '(?<unit>week(?:end)?|month|quarter|year)\\b';
const KIND = '(?:(?<kind>calendar|working|work|business|fiscal|school) ?)?';

const PERIOD_RULES: readonly WordRule[] = [
  rule(`\\b(?:the )?${REF} ${KIND}${PERIOD}`, ({ ref, kind, unit = '' }) => period(unit, refOf(ref).by, kind)),
  rule(`\\bthe ${KIND}${PERIOD}(?! (?:after|before|of|that|when|i\\b|we\\b|he\\b|she\\b))`, ({ kind, unit = '' }) =>
    period(unit, 0, kind),
  ),
  rule(
    '\\b(?:the )?(?<unit>week(?:end)?|month|quarter|year) (?<side>after next|before last)\\b',
    ({ unit = '', side }) => period(unit, side?.toLowerCase() === 'after next' ? 2 : -2),
  ),
  rule(`\\b${KIND}weekend\\b`, () => ({ weekend: true }), true),
  rule(
    '\\b(?:in|of|since|until|till|from|before|after|by|during|for|year|through) (?<y>(?:19|20)\\d{2})(?![\\w%:年]| ?(?:people|dollars|usd|items|units|points))',
    ({ y }) => ({ year: { at: Number(y) } }),
  ),
  rule('(?<![\\w#$.:/-])(?<y>(?:19|20)\\d{2})(?![\\w%:/年-]|\\.\\d)', ({ y }) => ({ year: { at: Number(y) } }), true),
  rule("\\b(?:the )?(?:(?<c>19|20)|')?(?<d>[1-9]0)'?s\\b", ({ c, d }) => {
    const decade = Number(d);
    return { years: { from: (c ? Number(c) * 100 : decade >= 30 ? 1900 : 2000) + decade, count: 10 } };
  }),
  rule(`\\b(?:the )?(?<n>${ORDINAL}) century\\b`, ({ n }) => ({
    years: { from: ((ordinalOf(n) ?? 1) - 1) * 100, count: 100 },
  })),
  rule(`\\b(?:the )?(?<n>first|second|third|fourth|1st|2nd|3rd|4th) quarter\\b|\\bQ(?<q>[1-4])\\b`, ({ n, q }) => ({
    quarter: { at: q ? Number(q) : (ordinalOf(n) ?? 1) },
  })),
  rule(
    '\\b(?:the )?(?<n>first|second|1st|2nd) half(?= of (?:the |this |last |next )?(?:current )?(?:year|\\d{4}))|\\bH(?<h>[12])\\b',
    ({ n, h }) => ({
      half: { at: h ? Number(h) : (ordinalOf(n) ?? 1) },
    }),
  ),
  rule(
    '\\b(?:the )?(?<n>first|second|1st|2nd) half(?= of )',
    ({ n }) => ({ edge: ordinalOf(n) === 1 ? 'firstHalf' : 'secondHalf' }),
    true,
  ),
  rule(`\\b(?:${REF}|in(?: the)?|during(?: the)?) (?<s>spring|summer|fall|autumn|winter)(?:time)?\\b`, season),
  rule('\\b(?<s>spring|summer|fall|autumn|winter)(?:time)?\\b', season, true),
];

const SEASONS: readonly (readonly [RegExp, number])[] = [
  [/^sp/i, 1],
  [/^su/i, 2],
  [/^[fa]/i, 3],
  [/^w/i, 4],
];

function season({ ref, s = '' }: Groups): Frame {
  const number = SEASONS.find(([pattern]) => pattern.test(s))?.[1] ?? 1;
  return { season: number, ...(ref ? { which: whichOf(ref) } : {}) };
}

const REST_OF_DAY = `(?:,? ?(?:the )?)`;
const MONTH_RULES: readonly WordRule[] = [
  rule(
    `(?<=\\b(?:in|of|since|by|until|during|early|mid|late|from|through) )(?<month>may|mar(?:ch)?)\\b`,
    ({ month }) => ({
      month: { at: monthOf(month) },
    }),
  ),
  rule(
    `(?<=\\b${MONTH} ?\\d{1,2}(?:st|nd|rd|th)? ?(?:-|–|to|through|till?|until|and|or|,) ?)(?:the )?(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?![\\d:/%]|\\.\\d| ?[ap]\\.?m| (?:${MONTH}))`,
    ({ day }) => ({ day: Number(day) }),
    true,
  ),
  rule(`\\b${REF} (?<month>${MONTH})(?![a-z])`, ({ ref, month }) => ({
    month: { at: monthOf(month) },
    which: whichOf(ref),
  })),
  rule(`\\b(?<month>${MONTH})(?![a-z])`, ({ month = '' }, matched) =>
    plainWord(matched) ? undefined : { month: { at: monthOf(month) } },
  ),
  rule(
    '\\b(?:march|may|mar|sun|sat)\\b',
    (_, matched) => (/^s/i.test(matched) ? { weekday: weekdayOf(matched) } : { month: { at: monthOf(matched) } }),
    true,
  ),
  rule(
    `(?<=\\b${MONTH})${REST_OF_DAY}(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?![\\d:/%]|\\.\\d| ?[ap]\\.?m)`,
    ({ day }) => ({ day: Number(day) }),
  ),
  rule(`(?<=\\b${MONTH},? )(?:the )?(?<day>${ORDINAL})\\b`, ({ day }) => dayOf(ordinalOf(day))),
  rule(
    `(?<![\\d.:/-])\\b(?<day>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?=(?: of)? ${MONTH}(?![a-z]))`,
    ({ day }) => ({ day: Number(day) }),
    true,
  ),
  rule(`\\b(?:the )?(?<day>${ORDINAL})(?=(?: of) ${MONTH}(?![a-z]))`, ({ day }) => dayOf(ordinalOf(day)), true),
  rule(
    `\\bthe (?<day>\\d{1,2}(?:st|nd|rd|th))\\b(?! (?:of|floor|time|month|week|day|year|quarter|century|hour|person|street|avenue|edition|grade|place|one)\\b)`,
    ({ day }) => dayOf(ordinalOf(day)),
  ),
  rule(
    `\\b(?:on|by|until|before|after|since) the (?<day>${ORDINAL}) (?=of (?:this|next|last|the|every) (?:month))`,
    ({ day }) => dayOf(ordinalOf(day)),
  ),
];

/** “may” and “march” in small letters are verbs unless a day or a year stands beside them. */
const plainWord = (matched: string) => /^(?:may|mar|march|sep|dec|jan|jun)$/.test(matched) || /^May$/.test(matched);

function dayOf(day: number | undefined): Frame | undefined {
  return day === undefined || day < 1 || day > 31 ? undefined : { day };
}

const WEEKDAY_RULES: readonly WordRule[] = [
  rule(`\\b(?:${REF} )?(?<day>${WEEKDAY})(?![a-z])`, ({ ref, day = '' }) => {
    const weekday = weekdayOf(day);
    if (/days$/i.test(day)) return undefined;
    if (ref === undefined) return { weekday, ahead: true };
    const { by, near } = refOf(ref);
    return near ? { weekday, which: near } : { weekday, week: by };
  }),
  rule(`\\b(?<ref>next|last|this|previous) (?<day>sat|sun)\\b`, ({ ref, day }) => ({
    weekday: weekdayOf(day),
    week: refOf(ref).by,
  })),
  rule(`\\b(?<day>${WEEKDAY}) (?<side>after next|before last)\\b`, ({ day, side }) => ({
    weekday: weekdayOf(day),
    week: side?.toLowerCase() === 'after next' ? 2 : -2,
  })),
];

const UNIT = '(?<unit>weekend|week|day|month|quarter|year)';
/** What lies inside a longer period: “first week of May”, “last Friday of October”, “first ten days of”. */
const INNER_RULES: readonly WordRule[] = [
  rule('\\b(?:the )?week (?:of|beginning|starting)(?: on)?(?= )', () => ({ weekOf: true }), true),
  rule(
    `\\b(?:the )?(?<n>${ORDINAL}|last|final) (?:full )?${UNIT}(?= (?:of|in) )`,
    ({ n = '', unit = '' }) => ({ nth: { n: place(n), unit: unitOf(unit) } }),
    true,
  ),
  rule(
    `\\b(?:the )?(?<n>${ORDINAL}|last|final) (?<day>${WEEKDAY})(?= (?:of|in) )`,
    ({ n = '', day }) => ({
      nth: { n: place(n), unit: 'day', weekday: weekdayOf(day) },
    }),
    true,
  ),
  rule(
    `\\b(?:the )?(?<side>first|last|final) (?<n>${NUMBER}|couple of|few) (?<unit>day|week|month|quarter|year)s(?= (?:of|in) )`,
    ({ side, n, unit = '' }) => ({
      stretch: {
        n: numberOf(n) ?? 1,
        unit: stretchUnit(unit),
        side: side?.toLowerCase() === 'first' ? 'first' : 'last',
      },
    }),
    true,
  ),
  rule(
    '\\b(?:the )?(?<edge>beginning|start|early part|middle|end|close|later part|rest|remainder)(?: of)?(?= (?:of )?(?:the|this|next|last|to|my|our|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\\d{4}|mon|tue|wed|thu|fri|sat|sun)|$)',
    ({ edge = '' }) => ({ edge: edgeNamed(edge) }),
    true,
  ),
  rule(
    '\\b(?<edge>early|mid|late|beginning|end)[- ](?:in )?(?=(?:the |this |next |last |in )?(?:week|month|year|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|fall|autumn|winter|quarter|\\d{4}|\\d0s))',
    ({ edge = '' }) => ({ edge: edgeNamed(edge) }),
    true,
  ),
  rule(
    '\\b(?<edge>earlier|later)(?: on)?(?= (?:in |on )?(?:this|the|next|last) (?:day|week|month|year|quarter|weekend|decade|century|spring|summer|fall|autumn|winter)\\b)',
    ({ edge = '' }) => ({ edge: edge.toLowerCase() === 'earlier' ? 'firstHalf' : 'secondHalf' }),
    true,
  ),
  rule('\\b(?:eod|end of (?:the )?(?:business )?day|close of business|cob)\\b', () => ({ edge: 'end', edgeOf: 'day' })),
  rule('\\b(?:eow|end of week)\\b', () => ({ edge: 'end', edgeOf: 'week' })),
  rule('\\b(?:eom|end of month)\\b', () => ({ edge: 'end', edgeOf: 'month' })),
  rule('\\b(?:eoy|end of year|year[- ]end)\\b', () => ({ edge: 'end', edgeOf: 'year' })),
  rule('\\b(?<unit>year|month|quarter|week)[- ]to[- ]date\\b|\\bytd\\b', ({ unit = 'year' }) => ({
    edge: 'toDate',
    edgeOf: stretchUnit(unit.toLowerCase()),
  })),
];

const place = (word: string) => (/^(?:last|final)$/i.test(word) ? -1 : (ordinalOf(word) ?? 1));

const unitOf = (name: string): 'weekend' | 'week' | 'day' | 'month' | 'quarter' | 'year' =>
  name.toLowerCase() === 'weekend' ? 'weekend' : stretchUnit(name);

const STRETCH_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

function stretchUnit(name: string): (typeof STRETCH_UNITS)[number] {
  return STRETCH_UNITS.find((unit) => unit === name.toLowerCase()) ?? 'day';
}

function edgeNamed(word: string): Edge {
  const name = word.toLowerCase();
  if (/^(?:rest|remainder)/.test(name)) return 'rest';
  if (/^(?:beginning|start)/.test(name)) return 'start';
  if (/^(?:end|close)/.test(name)) return 'end';
  if (name.startsWith('early')) return 'firstHalf';
  return name.startsWith('late') ? 'secondHalf' : 'middle';
}

const HOLIDAY_RULES: readonly WordRule[] = HOLIDAYS.flatMap(({ en }, id) =>
  en === undefined
    ? []
    : [
        rule(`\\b(?:${REF} )?(?:${en})(?![a-z])(?<long> (?:holidays?|break|vacation|week))?`, ({ ref, long }) => ({
          holiday: String(id),
          ...(ref && !/^same/i.test(ref) ? { which: whichOf(ref) } : {}),
          ...(long ? { holidays: true as const } : {}),
        })),
      ],
);

export const EN_CALENDAR_RULES: readonly WordRule[] = [
  ...INNER_RULES,
  ...PERIOD_RULES,
  ...MONTH_RULES,
  ...WEEKDAY_RULES,
  ...HOLIDAY_RULES,
];
