/** What the session knows: what the user said (`facts`), what the system set (`constraints`), what the task is about (`state`). */
export type SlotKind = 'facts' | 'constraints' | 'state';

/** One of each kind, by name: an order of kinds is nowhere to be remembered, and a new kind is everywhere to be made. */
export function perKind<T>(make: (kind: SlotKind) => T): Record<SlotKind, T> {
  return { facts: make('facts'), constraints: make('constraints'), state: make('state') };
}

export const SLOT_KINDS: readonly SlotKind[] = Object.values(perKind((kind) => kind));

export interface Slot {
  readonly kind: SlotKind;
  readonly key: string;
}

export interface SessionState extends Readonly<Record<SlotKind, ReadonlyMap<string, string>>> {
  /** The slot that the user set last, and in which turn: what “no, it is Y” speaks of. */
  readonly last?: Slot & { readonly turnId: string };
}

/** One field of the session set, or removed by null. */
export interface SlotOperation extends Slot {
  readonly value: string | null;
  /** The confirmed profile value that a correction replaced, so that an undo can bring it back. */
  readonly confirmedBefore?: string;
}

/**
 * One atomic change of a session, numbered without gaps from 1; rows of these are the truth, every hash is a cache (M4).
 * `undo` takes back one earlier update of the user; `clear` is left by an erasure, so that no cache from before it can be taken for current.
 */
export type SessionUpdate = { readonly n: number; readonly turnId: string } & UpdateBody;
export type UpdateBody =
  | { readonly type: 'set'; readonly origin: 'user' | 'system'; readonly operations: readonly SlotOperation[] }
  | { readonly type: 'undo'; readonly undoes: number }
  | { readonly type: 'clear' };

export const EMPTY_SESSION: SessionState = perKind(() => new Map<string, string>());

/** Applies updates in order. From a cached state only `set` updates may follow: undo and clear need the whole history. */
export function foldUpdates(updates: readonly SessionUpdate[], from: SessionState = EMPTY_SESSION): SessionState {
  const undone = new Set(updates.flatMap((update) => (update.type === 'undo' ? [update.undoes] : [])));
  return updates.reduce((session, update) => {
    if (update.type === 'clear') return EMPTY_SESSION;
    if (update.type === 'undo' || undone.has(update.n)) return session;
    const changed = applyOperations(session, update.operations);
    const last = update.origin === 'user' ? update.operations.at(-1) : undefined;
    return last ? { ...changed, last: { kind: last.kind, key: last.key, turnId: update.turnId } } : changed;
  }, from);
}

export function applyOperations(session: SessionState, operations: readonly SlotOperation[]): SessionState {
  const maps = perKind((kind) => new Map(session[kind]));
  for (const { kind, key, value } of operations) {
    if (value === null) maps[kind].delete(key);
    else maps[kind].set(key, value);
  }
  return { ...session, ...maps };
}

/** The latest update of the user that stands: what an undo takes back. */
export function lastUndoable(updates: readonly SessionUpdate[]): (SessionUpdate & { type: 'set' }) | undefined {
  const undone = new Set(updates.flatMap((update) => (update.type === 'undo' ? [update.undoes] : [])));
  const cleared = updates.findLast((update) => update.type === 'clear')?.n ?? 0;
  for (const update of updates.toReversed()) {
    if (update.n > cleared && update.type === 'set' && update.origin === 'user' && !undone.has(update.n)) return update;
  }
  return undefined;
}
