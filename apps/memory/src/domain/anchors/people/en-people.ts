import type { Anchor } from '@plinth/contracts';
import { type AnchorRule, matchesOf } from '../anchor-rule';
import { CITIES_EN } from '../cities';
import { GIVEN_NAMES_EN, ORGANISATION_TAIL_EN, ORGANISATIONS_EN } from './name-tables';
import { personAt } from './resolve-person';

const WORD = String.raw`(?!(?:Dr|Mrs?|Ms|Miss|Prof|Professor|Coach|Captain|Officer|Nurse)\b)[A-Z][a-z]{1,15}(?:['’-][A-Z]?[a-z]{1,12})?`;
const HONORIFIC = String.raw`(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Coach|Captain|Officer|Nurse)\.?`;
const NAMES = new RegExp(
  String.raw`(?<![\w@./-])(?:(?<honorific>${HONORIFIC}) )?(?<name>${WORD}(?: (?:[A-Z]\. )?${WORD}){0,2})(?![\w@]|\.\w)`,
  'dg',
);
/** Words after which a capitalised word is a person. */
const BEFORE_PERSON =
  /\b(?:e-?mail|mail|tell|ask|call|phone|text|message|ping|notify|inform|remind|contact|cc|invite|meet|thank|thanks|hi|hello|dear|hey|named|name is|name's|i am|i'm|this is|speak (?:to|with)|talk (?:to|with)|manager|teacher|student|inspector|colleague|boss|wife|husband|friend|brother|sister|son|daughter|mother|father|mom|dad|technician|engineer|nurse|doctor|customer|client) $/i;
/** Prepositions that lead a person when something is given, sent or handed over in the same clause. */
const TO_PERSON =
  /\b(?:send|sent|e-?mail|mail|forward|give|gave|hand|assign|assigned|share|shared|show|deliver|pass|report|reply|write|text|submit|escalate|transfer|copy|introduce|reassign|address|addressed)\b[^.!?;]{0,80}\b(?:to|with|for) $/i;
const LIST = /(?:,| and| or|&) $/;
const NOT_NAMES = new Set(
  'The This That These Those It He She We They You My Your His Her Our Their Please Can Could Would Should Will What When Where Which Who Why How Is Are Was Were Do Does Did Have Has Had If And But Or So Then Also Just Now Not No Yes Ok Okay Hi Hello Hey Dear Thanks Thank Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December Today Tomorrow Yesterday Order Invoice Ticket Room Building Floor Unit Section Chapter Grade Class Line Zone Area Block Pump Valve Station English French German Spanish Chinese Japanese Math Physics Chemistry Biology History Convert Send Email Print Open Check Cancel Refund Return Call Tell Ask Remind Translate Summarize Upload Download Delete Share Forward Book Christmas Easter America China Japan France Germany England Europe Asia India Canada Internet Team Everyone Everybody Somebody Anyone Mom Dad Sir Madam Let Get Make I Im Forward Schedule Create Save Move Update Find Show Give Take Export Merge Compress Rename Copy Scan Sign Submit Approve Reject Report Pay Inspect Assign Archive Notify Inform Attach Fill'.split(
    ' ',
  ),
);
const CITIES = new Set(CITIES_EN.flatMap((city) => city.split(' ')));

/** Persons in English: with an honorific, by a frequent given name, or by a word before them; organisations are none. */
export const enPeople: AnchorRule = (text, { contacts }) => {
  const people: Anchor[] = [];
  for (const match of matchesOf(text, NAMES)) {
    const span = match.indices?.groups?.['name'];
    if (!span) continue;
    const trimmed = withoutPlainWords(text, span);
    if (!trimmed) continue;
    const [start, end] = trimmed;
    const honoured = match.groups?.['honorific'] !== undefined && start === span[0];
    const from = honoured ? match.index : start;
    if (honoured || isPerson(text, start, end, people.at(-1)?.end)) people.push(personAt(text, from, end, contacts));
  }
  return people;
};

/** “Please Tom” is Tom: capitals of a sentence's first word and of plain words belong to no name. */
function withoutPlainWords(text: string, [start, end]: readonly [number, number]): [number, number] | undefined {
  const words = text.slice(start, end).split(' ');
  const first = words.findIndex((word) => !NOT_NAMES.has(word));
  if (first < 0) return undefined;
  const from = start + words.slice(0, first).reduce((length, word) => length + word.length + 1, 0);
  const rest = words.slice(first);
  const last = rest.findIndex((word) => NOT_NAMES.has(word));
  const kept = last < 0 ? rest : rest.slice(0, last);
  return [from, from + kept.join(' ').length];
}

function isPerson(text: string, start: number, end: number, lastEnd: number | undefined): boolean {
  const words = text.slice(start, end).split(' ');
  const [first = ''] = words;
  if (words.some((word) => ORGANISATIONS_EN.has(word)) || CITIES.has(first)) return false;
  if (ORGANISATION_TAIL_EN.test(text.slice(end, end + 14)) || words.some((word) => ORGANISATION_TAIL_EN.test(word)))
    return false;
  if (GIVEN_NAMES_EN.has(first)) return true;
  const before = text.slice(Math.max(0, start - 120), start);
  return (
    BEFORE_PERSON.test(before) ||
    TO_PERSON.test(before) ||
    (lastEnd !== undefined && start - lastEnd <= 6 && LIST.test(before))
  );
}
