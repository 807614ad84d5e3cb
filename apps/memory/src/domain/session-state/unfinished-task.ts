import { isDialogueKey } from './dialogue-keys';
import { foldUpdates, type SessionUpdate } from './session-state';

/**
 * What a session was about and has not brought to its end: the slots of its task and of those laid aside that were set after `doneAt`,
 * the number of the last update before a skill had its effect (0: none had). Empty when all is done.
 */
export function unfinishedTask(updates: readonly SessionUpdate[], doneAt: number): ReadonlyMap<string, string> {
  const setAt = new Map<string, number>();
  for (const update of updates) {
    if (update.type !== 'set') continue;
    for (const { kind, key, value } of update.operations)
      if (kind === 'state' && value !== null && !key.startsWith('frozen:')) setAt.set(key, update.n);
  }
  const { state } = foldUpdates(updates);
  const slots = [...state].flatMap(([key, value]): [string, string][] => {
    const slot = /^frozen:\d+:(?<slot>.+)$/su.exec(key)?.groups?.['slot'] ?? key;
    return isDialogueKey(slot) || (setAt.get(slot) ?? 0) <= doneAt ? [] : [[slot, value]];
  });
  return new Map(slots);
}
