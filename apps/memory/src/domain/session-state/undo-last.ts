import type { MemoryChange } from '@plinth/contracts';
import type { ProfileIntent } from '../profile/intent';
import { isDialogueKey } from './dialogue-keys';
import { foldUpdates, lastUndoable, type UpdateBody } from './session-state';
import type { LightUpdate, TurnInput } from './turn-input';

/** Takes back the last update of the user, and withdraws what it would have meant for the profile (M4). */
export function undoLast(turn: TurnInput): LightUpdate {
  const target = lastUndoable(turn.history);
  if (!target)
    return {
      updates: [],
      session: turn.session,
      changes: [{ op: 'nothing_to_undo', key: '' }],
      intents: [],
      anchors: turn.anchors,
    };
  const undo: UpdateBody = { type: 'undo', undoes: target.n };
  const session = foldUpdates([...turn.history, { ...undo, n: target.n + 1, turnId: turn.turnId }]);
  const taken = target.operations.filter(({ key }) => !isDialogueKey(key));
  const changes = taken.map(({ kind, key }): MemoryChange => {
    const value = session[kind].get(key);
    return { op: 'undone', key, ...(value === undefined ? {} : { value }) };
  });
  const intents = target.operations
    .filter(({ kind }) => kind === 'facts')
    .flatMap(({ key, confirmedBefore }): ProfileIntent[] => [
      // What was learned by itself stands in the profile already.
      { type: turn.mode === 'learn' && confirmedBefore === undefined ? 'expire' : 'withdraw', key },
      ...(confirmedBefore === undefined ? [] : [{ type: 'correct' as const, key, value: confirmedBefore }]),
    ]);
  return { updates: [undo], session, changes, intents, anchors: turn.anchors };
}
