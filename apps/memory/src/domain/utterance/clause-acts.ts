import type { Clause } from './clauses';
import { correctionIn, withoutMarker } from './corrections';
import { declarationIn, type DeclarationRule } from './declaration';
import { EN_LIFE_DECLARATIONS } from './en-life-rules';
import { EN_DECLARATIONS } from './en-rules';
import { expiryIn } from './expiry';
import { particularOfLast, personStatementIn, statementAbout, type Declaration } from './person-declarations';
import { questionIn } from './questions';
import type { SpeechAct } from './speech-act';
import { holdsForAWhile, unhedged } from './statement-guards';
import { stripClause } from './strip-clause';
import { ZH_LIFE_DECLARATIONS } from './zh-life-rules';
import { ZH_DECLARATIONS } from './zh-rules';

const RULES: readonly DeclarationRule[] = [
  ...ZH_DECLARATIONS,
  ...ZH_LIFE_DECLARATIONS,
  ...EN_DECLARATIONS,
  ...EN_LIFE_DECLARATIONS,
];

export interface ClauseContext {
  /** After “no,” and its like. */
  readonly marked: boolean;
  readonly first: boolean;
  /** The clause after it takes its certainty. */
  readonly doubted: boolean;
  /** The person whom the sentence has been about. */
  readonly subject: string | undefined;
}

export interface ClauseReading {
  readonly acts: readonly SpeechAct[];
  readonly subject?: string;
}

const NOTHING: ClauseReading = { acts: [] };

/** What one clause does, read by the rules in order: a question, a statement about somebody, an end, a statement, a correction. */
export function clauseActs(clause: Clause, folded: string, context: ClauseContext): ClauseReading {
  const { text, offset, stressed } = stripClause(clause.text);
  if (clause.supposed || text === '') return NOTHING;
  const question = questionIn(text, clause.asks);
  if (question) return { acts: [question] };
  if (clause.asks) return NOTHING;
  const original = folded.slice(clause.start + offset, clause.start + offset + text.length);
  const corrects = context.marked || withoutMarker(clause.text) !== clause.text;
  const statement = statementIn(text, original, stressed, clause, context);
  const doubt = statement.acts.length > 0 ? undefined : unhedged(text, original);
  const read = doubt ? statementIn(doubt.clause, doubt.original, stressed, clause, context) : statement;
  const doubted = doubt !== undefined || context.doubted;
  const acts = read.acts.flatMap((act): SpeechAct[] => {
    if (act.act !== 'declare') return doubted || holdsForAWhile(text) ? [] : [act];
    if (act.kind === 'facts' && holdsForAWhile(text)) return [];
    return [{ ...act, corrects: act.corrects || corrects, ...(doubted ? { doubted } : {}) }];
  });
  if (read.acts.length > 0) return { ...read, acts };
  if (holdsForAWhile(text)) return NOTHING;
  const firm = particularOfLast(text, original) ?? correctionIn(text, corrects);
  if (firm) return { acts: [context.doubted ? { ...firm, doubted: true } : firm] };
  const open = doubt && (particularOfLast(doubt.clause, doubt.original) ?? correctionIn(doubt.clause, true));
  return open ? { acts: [{ ...open, doubted: true }] } : NOTHING;
}

function statementIn(
  text: string,
  original: string,
  stressed: boolean,
  clause: Clause,
  { first, subject }: ClauseContext,
): ClauseReading {
  const person = personStatementIn(text, original);
  if (person) return { acts: person.declarations, subject: person.subject };
  const anonymous = clause.ofOther && !/^(?:我|本人|my |i |i'm )/i.test(text);
  if (anonymous) {
    const said = subject === undefined ? undefined : statementAbout(subject, text, original);
    return said ? { acts: [said] } : NOTHING;
  }
  const own = ownStatementIn(text, original, stressed, first);
  const expiry = expiryIn(text);
  if (expiry && !(own && own.corrects)) return { acts: [own ? { ...expiry, otherwise: own } : expiry] };
  return own ? { acts: [own] } : NOTHING;
}

function ownStatementIn(text: string, original: string, stressed: boolean, first: boolean): Declaration | undefined {
  for (const rule of RULES) {
    if (rule.opens === true && !first) continue;
    const declaration = declarationIn(text, original, rule, stressed);
    if (!declaration) continue;
    const narrowed = correctionIn(`是${declaration.value}`, false);
    return narrowed?.from === undefined ? declaration : { ...declaration, value: narrowed.value, corrects: true };
  }
  return undefined;
}
