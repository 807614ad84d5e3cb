import { repairedEnglish } from './repair/en-repair';
import { repairedChinese } from './repair/zh-repair';

const SENTENCE = /[^。！？!?\n；;]+?(?:[。！？!?\n；;]+|\.(?=\s+\p{Lu})|$)/gu;
/** Longer texts are pasted, not spoken. */
const MAX_TEXT = 4_000;

/**
 * What the speaker meant of an utterance that corrects itself on its way, Chinese and English: the words taken back and the words
 * that take them back are gone, everything else stands as it was said (M14). A text that is fluent comes back unchanged, so the
 * function may be applied to anything; what corrects an earlier sentence is not its business (see corrections.ts).
 *
 * The parts are those of the disfluency literature (Shriberg 1994): reparandum, interregnum, repair.
 */
export function repaired(text: string): string {
  if (text.length > MAX_TEXT) return text;
  return text.replace(SENTENCE, (sentence) =>
    /\p{Script=Han}/u.test(sentence) ? repairedChinese(sentence) : repairedEnglish(sentence),
  );
}
