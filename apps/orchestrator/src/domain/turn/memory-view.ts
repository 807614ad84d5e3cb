import { userKeyOf, type MemoryPreview, type UserReference } from '@plinth/contracts';
import type { SessionEvent } from '../session/session-event';

type Line = Omit<MemoryPreview['items'][number], 'masked'>;

/** Who reads a turn: a user, whoever acts for the user of the turn, or somebody of whom nothing more is known. */
export type Viewer = UserReference | 'as_owner' | 'other';

/** What memory knew for a turn, found, kept and dropped, as its reader may read it (M28). */
export type MemoryView = Omit<MemoryPreview, 'items'> & { readonly items: readonly Line[] };

/** Undefined while memory has not answered, where it was not reached, and after an erasure. */
export function memoryView(events: readonly SessionEvent[], viewer: Viewer): MemoryView | undefined {
  const assembled = events.find((event) => event.type === 'memory.assembled.v1');
  const preview = assembled?.texts?.preview;
  if (!assembled || !preview) return undefined;
  const sent = events.find((event) => event.type === 'turn.requested.v1')?.texts?.user;
  const owners = new Set([userKeyOf({ user_id: assembled.data.user_id }), ...(sent ? [userKeyOf(sent)] : [])]);
  const isOwner = viewer === 'as_owner' || (viewer !== 'other' && owners.has(userKeyOf(viewer)));
  return {
    ...preview,
    items: preview.items.map(({ masked, ...line }) => ({
      ...line,
      content: isOwner ? line.content : (masked ?? line.content),
    })),
  };
}
