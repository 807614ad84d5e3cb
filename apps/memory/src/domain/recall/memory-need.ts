import { foldWidth } from '../anchors/fold-width';
import { isCourtesy } from '../summary/courtesy';
import { CLAUSE_END, SENTENCE, TAG_QUESTION } from '../utterance/clauses';
import { unquote } from '../utterance/quotes';
import {
  ASKING,
  BEFORE,
  ELIDED_SUBJECT,
  EXPERIENCE,
  FOR_THE_USER,
  OF_THE_ASSISTANT,
  OF_THE_USER,
  OPENS_WITH_PRONOUN,
  POINTS_AT_DIALOGUE,
  RETURNS,
  UNSURE,
  WANTS_DONE,
  WAS_TOLD,
} from './need-words';

/**
 * What an utterance wants of memory (M9):
 * - `nothing`: thanks, a statement, an answer, a wish or a task that names everything itself;
 * - `dialogue`: it asks about something that this dialogue speaks of (“这家的电话呢”): what is meant, the session knows or nobody does;
 * - `past`: it asks about the user, about what was before this dialogue, or about something that it names itself.
 */
export type MemoryNeed = 'nothing' | 'dialogue' | 'past';

/** What is longer pastes something; what it wants stands in its beginning. UTF-16 units. */
const MAX_READ = 600;

export function memoryNeed(said: string): MemoryNeed {
  const text = unquote(foldWidth(said).slice(0, MAX_READ).trim());
  if (isCourtesy(text)) return 'nothing';
  const sentences = (text.match(SENTENCE) ?? []).map((sentence) => sentence.trim());
  const questions = sentences.flatMap((sentence) => {
    const clauses = askingClauses(sentence);
    return clauses.length > 0 ? [{ sentence, clauses }] : [];
  });
  if (RETURNS.test(text)) return 'past';
  if (questions.every(({ clauses }) => clauses.every(asksAssistant))) return 'nothing';
  if (BEFORE.test(text)) return 'past';
  if (questions.some(({ clauses }) => clauses.some(asksAboutUser))) return 'past';
  const open = questions.filter(({ sentence }) => !WANTS_DONE.test(sentence));
  if (open.length === 0) return 'nothing';
  const meant = open.every(
    ({ sentence, clauses }) =>
      POINTS_AT_DIALOGUE.test(sentence) ||
      (sentence === sentences[0] && OPENS_WITH_PRONOUN.test(sentence)) ||
      clauses.every((clause) => ELIDED_SUBJECT.test(clause)),
  );
  return meant ? 'dialogue' : 'past';
}

/** Of a sentence with a mark the last clause asks, whatever its words: “最感兴趣的展品是？”, and before a tag all do: “我不喜欢…，对吗？”. */
function askingClauses(sentence: string): string[] {
  const body = sentence.replace(/[\s。.！!？?；;…~]+$/, '');
  const clauses = body
    .split(CLAUSE_END)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && !isCourtesy(clause));
  const marked = /[？?]/.test(sentence.slice(body.length));
  const last = clauses.length - 1;
  if (marked && TAG_QUESTION.test(clauses[last] ?? '')) return clauses.slice(0, Math.max(1, last));
  return clauses.filter((clause, i) => ASKING.test(clause) || (marked && i === last));
}

/** “你喜欢什么运动”, “do you have any advice”, “不知道送什么好”: what somebody thinks, not what memory holds. Of no question, all do. */
const asksAssistant = (clause: string): boolean =>
  !WAS_TOLD.test(clause) && (UNSURE.test(clause) || OF_THE_ASSISTANT.test(clause));

/** “我喜欢哪些菜系”, “where am I travelling”: the user is who it asks about, not for whom something is to be done. */
function asksAboutUser(clause: string): boolean {
  const rest = clause.replace(FOR_THE_USER, ' ');
  return (OF_THE_USER.test(rest) || EXPERIENCE.test(rest)) && !WANTS_DONE.test(rest);
}
