import { languageOf, type Language } from '@plinth/contracts';
import type { TaskTurn } from './task-turn';

const WORDS = /[A-Za-z]{2}\s{1,9}[A-Za-z]{2}/;

/** The language of a turn: its own script, and for “OK” or “4.5” the script of the reply that it answers. */
export function dialogueLanguage(turn: TaskTurn): Language {
  const own = languageOf('', turn.text);
  return own === 'en' && !WORDS.test(turn.text) ? languageOf('', turn.previousReply ?? turn.text) : own;
}
