import type { SessionState } from './session-state';

/** Keys of `state` under which the session keeps what its dialogue is about; a colon stands in no key that a user can name. */
export const CORE_ENTITY = 'core:';
export const CURRENT_TOPIC = 'topic:';
export const FROZEN_TOPIC = 'frozen:';
/** What the tracker of task slots keeps from round to round. */
export const DIALOGUE_MEMORY = 'dialogue:memory';

export const isDialogueKey = (key: string): boolean => /^(?:core|topic|frozen|dialogue):/.test(key);

/** What the task of the session is about, without the book-keeping of its dialogue: what flows, models and people are shown. */
export function taskState({ state }: SessionState): ReadonlyMap<string, string> {
  return new Map([...state].filter(([key]) => !isDialogueKey(key)));
}
