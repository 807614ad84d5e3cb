import type { Anchor } from '@plinth/contracts';
import { matchesOf } from '../anchor-rule';
import type { Action } from './action';
import { ACTION_FORMS, DOCUMENT_EN, FORMAT, LANGUAGE_EN } from './action-forms';

const VERBS = ACTION_FORMS.flatMap(({ action, en, needs }) =>
  en.split(/\|(?![^(]*\))/).map((form) => ({ action, needs, form, whole: new RegExp(`^(?:${form})$`, 'i') })),
).sort((a, b) => b.form.length - a.form.length);
/** Where a plain verb is a request: at the start of a clause, after “and”, “please”, “can you”, “I need to”. */
const LEAD = String.raw`(?:^|[.!?;:,\n] ?|\b(?:and|then|please|also|just|kindly|first|next|finally|afterwards|or|but|can you|could you|would you|will you|let's|help me|don't|do not|never|already|(?:want|need|like|have|has|remember|try|going|ask you|want you|need you) to|i|we|i've|i have) )`;
const VERB = new RegExp(
  String.raw`(?<=${LEAD}(?:then |please |also |just |kindly |quickly )?)(?<form>${VERBS.map(({ form }) => form).join('|')})(?![\w'’-]|\.\w)`,
  'gi',
);
const TO_FORMAT = new RegExp(
  String.raw`\b(?:(?:to|into|as|in)|(?:it|this|that|them))(?: an?)? (?<into>${FORMAT})`,
  'i',
);
const TO_LANGUAGE = new RegExp(String.raw`\b(?:to|into|in) (?<into>${LANGUAGE_EN})\b`, 'i');
const ROLE =
  /\b(?:to|with) (?:the |my |our |all )(?<role>(?:[a-z]+ ){0,2}(?:team|manager|parents|students|class|customer|client|boss|department|group|staff|teacher|supplier|supervisor|office|everyone))\b/i;
const OBJECT =
  /^ (?<object>(?:[^,.!?;\n]|\.(?=\w)){1,80}?)(?= (?:to|into|as|for|with|from|and|then|by|in|on|at|before|after|over|via|so|know|because|if|when)\b|[,!?;\n]|\.(?: |$)| *$)/i;
const DETERMINER = /^(?:the|this|that|these|those|my|our|your|his|her|their|an?|all|some) /i;
const PRONOUN = /^(?:(?:it|them|this|that|these|those|one|everything|me|him|her|us|you|up|out|over)\b.*)?$/i;
const NEGATED = /(?:don't|do not|never|no need to|not to|without)(?: \w+)? $/i;
const DONE = /(?:already|\bi've|\bi have|\bwe've|\bwe have|\bi|\bwe) (?:already |just )?$/i;
const THING = new RegExp(String.raw`\b${DOCUMENT_EN}\b|\.\w{2,4}\b`, 'i');

/** The actions of an English text. A chain hands its object on: “convert it to PDF and email it to Tom”. */
export function enActions(text: string, anchors: readonly Anchor[]): Action[] {
  const found = [...matchesOf(text, VERB)].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (anchors.some((anchor) => anchor.kind !== 'file' && anchor.start < end && anchor.end > start)) return [];
    const clause = text.slice(end, end + text.slice(end).search(/[.!?;\n](?: |$)|$/));
    const fits = VERBS.find(
      ({ whole, needs, action }) => whole.test(match[0]) && isMeant(action, needs, match[0], clause),
    );
    return fits ? [{ action: fits.action, start, end }] : [];
  });
  let handedOn: string | undefined;
  return found.map(({ action, start, end }, i) => {
    const to = found[i + 1]?.start ?? text.length;
    const after = text.slice(end, Math.min(to, end + 120));
    const into = (action === 'convert' ? TO_FORMAT : TO_LANGUAGE).exec(after)?.groups?.['into'];
    const role = action === 'send' ? ROLE.exec(after)?.groups?.['role'] : undefined;
    const recipient = anchors.find(
      (anchor) => (anchor.kind === 'person' || anchor.kind === 'email') && anchor.start >= end && anchor.end <= to,
    );
    const reached = recipient?.value ?? role;
    const object = objectOf(after, recipient?.text) ?? handedOn;
    handedOn = object;
    const before = text.slice(Math.max(0, start - 24), start);
    return {
      action,
      text: text.slice(start, end),
      start,
      end,
      status: NEGATED.test(before) ? 'negated' : DONE.test(before) ? 'done' : 'asked',
      ...(object === undefined ? {} : { object }),
      ...(into === undefined || (action !== 'convert' && action !== 'translate') ? {} : { into }),
      ...(reached === undefined ? {} : { recipient: reached }),
    };
  });
}

/** “make it a PDF” converts, “make a report” creates, “let Tom know” notifies, “let me think” does nothing. */
function isMeant(action: string, needs: 'format' | 'thing' | undefined, form: string, clause: string): boolean {
  if (/^let$/i.test(form)) return /^ (?!me\b|us\b)[^,]{1,40} know\b/i.test(clause);
  if (/^give$/i.test(form)) return /^ [^,]{1,40} (?:a )?heads-?up\b/i.test(clause);
  if (needs === 'format')
    return TO_FORMAT.test(clause) || new RegExp(`^ (?:it|this|that|them) (?:an? )?${FORMAT}`, 'i').test(clause);
  if (needs === 'thing') return THING.test(clause.slice(0, 60));
  return action !== 'send' || clause.trim() !== '';
}

function objectOf(after: string, recipient: string | undefined): string | undefined {
  const said = OBJECT.exec(after)?.groups?.['object'] ?? '';
  const rest = recipient !== undefined && said.startsWith(recipient) ? said.slice(recipient.length).trim() : said;
  const object = rest.replace(DETERMINER, '').trim();
  return PRONOUN.test(object) || object === recipient ? undefined : object;
}
