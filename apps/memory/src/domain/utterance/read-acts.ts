import type { Anchor } from '@plinth/contracts';
import { foldWidth } from '../anchors/fold-width';
import { changeIn } from './change-statements';
import { splitClauses, type Clause } from './clauses';
import { clauseActs } from './clause-acts';
import { consentIn } from './consent';
import { isMarker, splitCorrectionIn, withoutMarker } from './corrections';
import { newContactIn } from './person-declarations';
import type { SpeechAct } from './speech-act';
import { holdsForAWhile, isJoke, unsure } from './statement-guards';
import { stripClause } from './strip-clause';
import { isUndo } from './undo';

/** Only of addresses does the part after a comma belong to the value. */
const ADDRESS_KEYS = new Set(['location', 'shipping_address']);
const ADDRESS_PART =
  /^[^我你他她]{1,30}(?:路|街|道|号|区|室|栋|楼|弄|单元|巷)[\d号室楼]*$|^[A-Z][\w .-]{1,30}$|^\d[\w .-]{1,30}$/;

/**
 * What the user does in a text, clause by clause, in the order said; pure, deterministic, Chinese and English.
 * Precision goes before recall: what is quoted, reported, supposed, asked, past or about someone else states nothing.
 */
export function readActs(text: string, anchors: readonly Anchor[]): SpeechAct[] {
  const folded = foldWidth(text);
  const clauses = splitClauses(text);
  const first = clauses[0];
  if (first && clauses.length <= 2 && isUndo(first.text)) return [{ act: 'undo' }];
  const acts: SpeechAct[] = [];
  let marked = false;
  let subject: string | undefined;
  for (let i = 0; i < clauses.length; i++) {
    const clause = clauses[i];
    if (!clause) break;
    const next = clauses[i + 1];
    const pair = clause.supposed || clause.asks ? undefined : pairIn(clause, next, folded);
    if (pair) {
      acts.push(pair, ...mentionsIn(clause, anchors, [pair], false));
      i++;
      marked = false;
      continue;
    }
    subject = clause.ofOther ? subject : undefined;
    const read = clauseActs(clause, folded, {
      marked,
      first: i === 0,
      doubted: next !== undefined && unsure(next.text),
      subject,
    });
    subject = read.subject ?? subject;
    const extended = read.acts.map((act) => withAddressPart(act, next));
    acts.push(
      ...extended,
      ...mentionsIn(clause, anchors, extended, marked || withoutMarker(clause.text) !== clause.text),
    );
    marked = isMarker(clause.text) || (marked && read.acts.length === 0 && clause.text.length <= 4);
  }
  return answered(
    clauses,
    clauses.some(({ text }) => isJoke(text)) ? acts.filter(({ act }) => !CLAIMS.has(act)) : acts,
  );
}

/** What a joke takes back. */
const CLAIMS: ReadonlySet<SpeechAct['act']> = new Set(['declare', 'correct', 'expire']);

/** Two clauses that mean one thing only together. */
function pairIn(clause: Clause, next: Clause | undefined, folded: string): SpeechAct | undefined {
  if (!next || next.supposed || next.asks) return undefined;
  const text = withoutMarker(clause.text);
  return splitCorrectionIn(text, next.text) ?? newContactIn(text, next.text) ?? changePairIn(clause, next, folded);
}

function changePairIn(clause: Clause, next: Clause, folded: string): SpeechAct | undefined {
  if (clause.ofOther || next.ofOther || holdsForAWhile(clause.text) || holdsForAWhile(next.text)) return undefined;
  const { text, offset } = stripClause(next.text);
  const start = next.start + offset;
  return changeIn(stripClause(clause.text).text, text, folded.slice(start, start + text.length));
}

function withAddressPart(act: SpeechAct, next: Clause | undefined): SpeechAct {
  if (!next || act.act !== 'declare' || !ADDRESS_KEYS.has(act.key) || !ADDRESS_PART.test(next.text)) return act;
  return { ...act, value: `${act.value}, ${next.text}`.replace(/(?<=\p{Script=Han}), /u, '') };
}

function answered(clauses: readonly Clause[], acts: readonly SpeechAct[]): SpeechAct[] {
  const corrects = acts.some(({ act }) => act === 'correct' || act === 'declare');
  const answer = clauses[0]?.asks
    ? undefined
    : consentIn(
        clauses.map((clause) => clause.text),
        corrects,
      );
  return answer ? [{ act: 'consent', answer }, ...acts] : [...acts];
}

/** What a turn is about, not what it fills in: these are said of a task without being its values. */
const NO_VALUES: ReadonlySet<Anchor['kind']> = new Set(['address', 'file', 'person']);

function mentionsIn(
  clause: Clause,
  anchors: readonly Anchor[],
  read: readonly SpeechAct[],
  corrects: boolean,
): SpeechAct[] {
  if (clause.supposed) return [];
  return anchors
    .filter(({ kind, start, end }) => !NO_VALUES.has(kind) && start >= clause.start && end <= clause.end)
    .filter(
      (anchor) => clause.text.slice(anchor.start - clause.start, anchor.end - clause.start) === foldWidth(anchor.text),
    )
    .filter(
      (anchor) =>
        !read.some(
          (act) =>
            'value' in act &&
            (act.value.includes(anchor.text) || ('from' in act && act.from?.includes(anchor.text) === true)),
        ),
    )
    .map((anchor) => ({ act: 'mention', anchor, corrects }));
}
