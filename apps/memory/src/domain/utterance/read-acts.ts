import type { Anchor } from '@plinth/contracts';
import { foldWidth } from '../anchors/fold-width';
import { splitClauses, type Clause } from './clauses';
import { consentIn } from './consent';
import { correctionIn, isMarker, splitCorrectionIn, withoutMarker } from './corrections';
import { declarationIn } from './declaration';
import { EN_DECLARATIONS, EN_FILLERS, EN_REMEMBER, EN_REMEMBER_TAIL } from './en-rules';
import { questionIn } from './questions';
import type { SpeechAct } from './speech-act';
import { isUndo } from './undo';
import { ZH_DECLARATIONS, ZH_FILLERS, ZH_REMEMBER, ZH_REMEMBER_TAIL } from './zh-rules';

const RULES = [...ZH_DECLARATIONS, ...EN_DECLARATIONS];
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
  for (let i = 0; i < clauses.length; i++) {
    const clause = clauses[i];
    if (!clause) break;
    const next = clauses[i + 1];
    const split =
      clause.supposed || clause.asks ? undefined : splitCorrectionIn(withoutMarker(clause.text), next?.text);
    if (split) {
      acts.push(split, ...mentionsIn(clause, anchors, [split], false));
      i++;
      marked = false;
      continue;
    }
    const read = actsOf(clause, folded, marked);
    const extended = read.map((act) =>
      next && act.act === 'declare' && ADDRESS_KEYS.has(act.key) && ADDRESS_PART.test(next.text)
        ? { ...act, value: `${act.value}, ${next.text}`.replace(/(?<=\p{Script=Han}), /u, '') }
        : act,
    );
    acts.push(
      ...extended,
      ...mentionsIn(clause, anchors, extended, marked || withoutMarker(clause.text) !== clause.text),
    );
    marked = isMarker(clause.text) || (marked && read.length === 0 && clause.text.length <= 4);
  }
  const corrects = acts.some(({ act }) => act === 'correct' || act === 'declare');
  const answer = first?.asks
    ? undefined
    : consentIn(
        clauses.map((clause) => clause.text),
        corrects,
      );
  return answer ? [{ act: 'consent', answer }, ...acts] : acts;
}

function actsOf(clause: Clause, folded: string, marked: boolean): SpeechAct[] {
  const { text, offset, stressed } = stripped(clause.text);
  const corrects = marked || withoutMarker(clause.text) !== clause.text;
  if (clause.supposed || text === '') return [];
  const question = questionIn(text, clause.asks);
  if (question) return [question];
  if (clause.asks) return [];
  const original = folded.slice(clause.start + offset, clause.start + offset + text.length);
  const anonymous = clause.ofOther && !/^(?:我|本人|my |i |i'm )/i.test(text);
  for (const rule of anonymous ? [] : RULES) {
    const declaration = declarationIn(text, original, rule, stressed);
    if (!declaration) continue;
    const narrowed = correctionIn(`是${declaration.value}`, false);
    if (narrowed?.from !== undefined) return [{ ...declaration, value: narrowed.value, corrects: true }];
    return [{ ...declaration, corrects: declaration.corrects || corrects }];
  }
  const correction = correctionIn(text, corrects);
  return correction ? [correction] : [];
}

/** The clause without greetings and “please remember”, which only stress what it says. */
function stripped(clause: string): { text: string; offset: number; stressed: boolean } {
  let text = clause;
  let stressed = false;
  for (let round = 0; round < 4; round++) {
    const before = text.length;
    const remembered = text.replace(ZH_REMEMBER, '').replace(EN_REMEMBER, '');
    stressed ||= remembered.length < text.length;
    text = withoutMarker(withoutFillers(remembered));
    if (text.length === before) break;
  }
  const offset = clause.length - text.length;
  const tailless = text.replace(ZH_REMEMBER_TAIL, '').replace(EN_REMEMBER_TAIL, '');
  if (tailless !== '' && tailless.length < text.length) return { text: tailless, offset, stressed: true };
  return { text, offset, stressed };
}

/** “请问我的暗号是什么” keeps its sense; a filler is never taken from what would then be empty or lose its “不是”. */
function withoutFillers(text: string): string {
  const rest = text.replace(ZH_FILLERS, '').replace(EN_FILLERS, '');
  return rest === '' ? text : rest;
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
