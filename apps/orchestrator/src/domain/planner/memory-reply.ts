import {
  attributeLabel,
  decisionLabel,
  type DataOf,
  type Language,
  type MemoryChange,
  type memoryAssembled,
} from '@plinth/contracts';
import { draftOf, memoryEvidence, plain, type Composition, type Sentence } from './composition';
import { phrasesOf } from './phrases';
import type { Decision, Evidence } from '../session/reply-parts';

type Assembled = DataOf<typeof memoryAssembled>;

/** Reply from memory alone: what changed is said, a question about an attribute is answered; undefined when there is neither. */
export function memoryReply(memory: Assembled, language: Language): Composition | undefined {
  const asked = memory.ask?.key;
  const sentences = memory.changes.flatMap((change) => changeSentence(change, language, asked));
  const evidence: Evidence[] = [];
  const used: string[] = [];
  if (memory.answer) {
    sentences.push(answerSentence(memory.answer, language));
    if (memory.answer.item_id !== undefined) {
      evidence.push(memoryEvidence(memory.answer.item_id, memory.answer.key, memory.answer.layer));
      used.push(memory.answer.item_id);
    }
  }
  const question = askSentence(memory, language);
  if (question) sentences.push(question);
  if (sentences.length === 0) return undefined;
  const extra: Record<string, string> = question && memory.ask ? { asked_candidate: memory.ask.candidate_id } : {};
  return {
    data: { by: 'memory', notices: [], decisions: [], used_memory_ids: used },
    texts: { draft: draftOf(sentences, extra), evidence },
  };
}

/** Appends the question about a candidate (M12) to a draft made elsewhere. */
export function withAsk(sentences: readonly Sentence[], memory: Assembled | undefined, language: Language) {
  const question = memory && askSentence(memory, language);
  if (!question || !memory.ask) return draftOf(sentences);
  return draftOf([...sentences, question], { asked_candidate: memory.ask.candidate_id });
}

export function askSentence(memory: Assembled, language: Language): Sentence | undefined {
  const { ask } = memory;
  if (!ask) return undefined;
  const phrases = phrasesOf(language);
  const template = ask.inferred ? phrases.askInferred : phrases.ask;
  return { template, slots: { label: attributeLabel(ask.key, language), value: ask.value } };
}

function answerSentence(answer: NonNullable<Assembled['answer']>, language: Language): Sentence {
  const label = attributeLabel(answer.key, language);
  const phrases = phrasesOf(language);
  if (answer.decision) return decisionSentence(answer.decision, language);
  if (answer.of !== undefined && answer.value !== undefined)
    return { template: phrases.answerOf, slots: { name: answer.of, label, value: answer.value } };
  return answer.value === undefined
    ? { template: phrases.unknown, slots: { label } }
    : { template: phrases.answer, slots: { label, value: answer.value } };
}

/** Both are told in the words in which they were stored. */
function decisionSentence({ kind, choice, reason }: Decision, language: Language): Sentence {
  const slots = { kind: decisionLabel(kind, language), choice, reason: reason.replace(/[。．.!！]+$/u, '') };
  return { template: phrasesOf(language).decided, slots };
}

/** What a text mentions in passing is remembered and not acknowledged: its question is still to be answered. */
const MENTIONS: ReadonlySet<string> = new Set(['date', 'amount', 'order_number']);

/** A value about to be asked back is not acknowledged twice. */
function changeSentence(change: MemoryChange, language: Language, asked: string | undefined): readonly Sentence[] {
  const phrases = phrasesOf(language);
  const label = attributeLabel(change.key, language);
  const value = change.value;
  if (change.op === 'nothing_to_undo') return [plain(phrases.nothingToUndo)];
  if (change.op === 'refused') return [{ template: phrases.notSaved, slots: { label } }];
  if (change.op === 'undone')
    return [
      value === undefined
        ? { template: phrases.undoneRemoved, slots: { label } }
        : { template: phrases.undone, slots: { label, value } },
    ];
  if (value === undefined || change.key === asked) return [];
  if (change.op === 'set' && MENTIONS.has(change.key)) return [];
  const template = { set: phrases.set, replaced: phrases.replaced, confirmed: phrases.confirmed }[change.op];
  return [{ template, slots: { label, value } }];
}
