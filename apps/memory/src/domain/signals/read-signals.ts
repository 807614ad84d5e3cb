import { isAboutOther } from '../utterance/attributes';
import { splitClauses, type Clause } from '../utterance/clauses';
import { holdsForAWhile, isJoke } from '../utterance/statement-guards';
import { stripClause } from '../utterance/strip-clause';
import { EN_SIGNALS } from './en-signal-rules';
import type { Signal } from './shown-preference';
import type { SignalRule } from './signal-rule';
import { ZH_SIGNALS } from './zh-signal-rules';

const RULES: readonly SignalRule[] = [...ZH_SIGNALS, ...EN_SIGNALS];

/** What the speaker says of anybody, of what was, or to take back: it shows nothing of what he wants now. */
const NOT_OWN =
  /^(?:有人|有些人|别人|大家|网友|人家|听说|据说|他们|(?:我的?)?(?:用户|读者|学生|听众|客户|同事|老板|朋友).{0,4}(?:说|嫌|觉得|要|想|喜欢)|someone|somebody|people|they|everyone|my (?:\w+ )?(?:users?|readers?|students?|clients?|customers?|boss|friends?|colleagues?)\b)/i;
const PAST =
  /以前|之前|过去|曾经|原来|小时候|上次|那时|当时|\b(?:used to|back then|last time|previously|formerly|once)\b/i;

/** What makes of a wish for now one for good: then it is stated, not only shown. */
const FOR_GOOD =
  /以后|今后|往后|从现在(?:起|开始)|每次|总是|一律|(?:喜欢|习惯|偏好)(?!了)|\b(?:always|from now on|going forward|in (?:the )?future|every time|i (?:prefer|like|love))\b/i;

export interface ReadSignal extends Signal {
  /** Said for good (“以后都简短一点”): a declaration, which one turn suffices for. */
  readonly stated: boolean;
}

export interface SaidAfter {
  /** What the assistant had replied before. */
  readonly previousReply?: string;
  /** Characters from which a reply is long. */
  readonly longReply: number;
}

/**
 * The preferences that a text shows without stating them, each once; pure. What is quoted, reported, supposed, past, meant for this once or
 * somebody else's shows nothing (M15). A question shows what it asks for: “有没有新一点的”.
 */
export function readSignals(text: string, after: SaidAfter): ReadSignal[] {
  const clauses = splitClauses(text);
  if (clauses.some((clause) => isJoke(clause.text))) return [];
  const shown = new Map<string, ReadSignal>();
  for (const clause of clauses)
    for (const { key, value } of signalsIn(clause, after)) {
      const before = shown.get(`${key}=${value}`)?.stated ?? false;
      shown.set(`${key}=${value}`, { key, value, stated: before || FOR_GOOD.test(clause.text) });
    }
  return [...shown.values()];
}

function signalsIn(clause: Clause, after: SaidAfter): readonly SignalRule[] {
  const { text } = stripClause(clause.text);
  if (clause.supposed || clause.ofOther || isAboutOther(text) || NOT_OWN.test(text)) return [];
  if (PAST.test(text) || holdsForAWhile(text)) return [];
  return RULES.filter(
    ({ pattern, refuses, follows }) =>
      pattern.test(text) && refuses?.test(text) !== true && (follows === undefined || isAnswerTo(follows, after)),
  );
}

function isAnswerTo(kind: NonNullable<SignalRule['follows']>, { previousReply, longReply }: SaidAfter): boolean {
  const length = [...(previousReply ?? '')].length;
  return length >= (kind === 'long_reply' ? longReply : 1);
}

/** Whether what is declared in free words (“简短的回答”) speaks of the same thing as a signal, whatever it says of it. */
export function speaksOf(declared: string, key: Signal['key']): boolean {
  const after = { previousReply: declared, longReply: 1 };
  return readSignals(declared, after).some((shown) => shown.key === key);
}
