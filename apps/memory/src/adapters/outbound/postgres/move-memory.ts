import { deriveId, type JsonObject } from '@plinth/kernel';
import type { SqlExecutor } from '@plinth/postgres';
import type { MergeRequest } from '../../../ports/identity-book';
import {
  BRING_CONTACTS_BACK,
  BRING_FACTS_BACK,
  BRING_TWINS_BACK,
  COPY_TOMBSTONES,
  EMPTY_USER,
  FILL_USER,
  MOVE_MEMBERS,
  MOVED,
  moveBack,
  moveRows,
  SET_TWINS_ASIDE,
  SETTLE_CONTACTS,
  SETTLE_FACTS,
} from './identity-sql';

/** What it takes to undo a merge; ids and times, never what a user said. */
export interface Moved {
  /** Per table the keys of the rows that changed hands. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly aliases: readonly string[];
  readonly twins: readonly JsonObject[];
  readonly facts: readonly JsonObject[];
  readonly contacts: readonly string[];
  readonly filled: { readonly mode: string | null; readonly segment: string | null };
}

type Move = Omit<MergeRequest, 'link'>;

/** In a scope of both users. Where both knew the same, one gives way before the rows move. */
export async function moveMemory(tx: SqlExecutor, { tenant, from, into, mergeId, actor, nowMs }: Move): Promise<Moved> {
  const users = [tenant, from, into];
  const [twins] = await tx.query<{ twins: JsonObject[] }>(SET_TWINS_ASIDE, [...users, nowMs]);
  const [facts] = await tx.query<{ facts: JsonObject[] }>(SETTLE_FACTS, [...users, nowMs, mergeId, actor]);
  const [contacts] = await tx.query<{ keys: string[] }>(SETTLE_CONTACTS, users);
  const [filled] = await tx.query<Moved['filled']>(FILL_USER, [...users, nowMs]);
  const rows: Record<string, readonly string[]> = {};
  for (const { table, key, with: root } of MOVED) {
    const [moved] = await tx.query<{ keys: string[] }>(moveRows(table, key), users);
    if (root === undefined) rows[table] = moved?.keys ?? [];
  }
  const [members] = await tx.query<{ keys: string[] }>(MOVE_MEMBERS, users);
  await tx.query(COPY_TOMBSTONES, users);
  return {
    rows: { ...rows, members: members?.keys ?? [] },
    aliases: [],
    twins: twins?.twins ?? [],
    facts: facts?.facts ?? [],
    contacts: contacts?.keys ?? [],
    filled: filled ?? { mode: null, segment: null },
  };
}

/** In a scope of both users; `asideAtMs` is when what gave way was set aside. */
export async function takeBack(
  tx: SqlExecutor,
  { tenant, from, into, mergeId, actor, nowMs }: Move,
  moved: Moved,
  asideAtMs: number,
): Promise<void> {
  for (const { table, key, with: root } of MOVED)
    await tx.query(moveBack(table, key), [tenant, from, into, moved.rows[root ?? table] ?? []]);
  await tx.query(moveBack('members', 'department'), [tenant, from, into, moved.rows['members'] ?? []]);
  await tx.query(BRING_TWINS_BACK, [tenant, from, into, JSON.stringify(moved.twins), asideAtMs, nowMs]);
  const undo = deriveId('undo', mergeId);
  await tx.query(BRING_FACTS_BACK, [tenant, JSON.stringify(moved.facts), asideAtMs, nowMs, undo, actor]);
  await tx.query(BRING_CONTACTS_BACK, [tenant, moved.contacts]);
  await tx.query(EMPTY_USER, [tenant, into, moved.filled.mode, moved.filled.segment]);
}

export function together(first: Moved, rest: Moved): Moved {
  const tables = new Set([...Object.keys(first.rows), ...Object.keys(rest.rows)]);
  return {
    rows: Object.fromEntries(
      [...tables].map((table) => [table, [...new Set([...(first.rows[table] ?? []), ...(rest.rows[table] ?? [])])]]),
    ),
    aliases: first.aliases,
    twins: [...first.twins, ...rest.twins],
    facts: [...first.facts, ...rest.facts],
    contacts: [...first.contacts, ...rest.contacts],
    filled: { mode: first.filled.mode ?? rest.filled.mode, segment: first.filled.segment ?? rest.filled.segment },
  };
}
