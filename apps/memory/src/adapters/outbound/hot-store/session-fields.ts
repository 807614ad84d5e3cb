import { VERSION_FIELD, type HashFields } from '@plinth/redis';
import { perKind, SLOT_KINDS, type SessionState, type SlotKind } from '../../../domain/session-state/session-state';

/** Which slot the user set last, as a JSON array beside the fields of `state`. */
const LAST_FIELD = '__last';

/** The name of a slot's field; a key that looks like one of ours, or like an escaped one, is escaped. */
export const fieldOf = (key: string): string => (/^(?:__|\\)/.test(key) ? `\\${key}` : key);
const keyOfField = (field: string): string => (field.startsWith('\\') ? field.slice(1) : field);

export function lastField({ last }: SessionState): [string, string][] {
  return last ? [[LAST_FIELD, JSON.stringify([last.kind, last.key, last.turnId])]] : [];
}

export function fieldsOf(state: SessionState, kind: SlotKind): HashFields {
  const slots = [...state[kind]].map(([key, value]) => [fieldOf(key), value] as const);
  return Object.fromEntries(kind === 'state' ? [...slots, ...lastField(state)] : slots);
}

export function stateOf(hashes: Readonly<Record<SlotKind, HashFields>>): SessionState {
  const last = lastOf(hashes.state[LAST_FIELD]);
  return { ...perKind((kind) => slotsOf(hashes[kind])), ...(last ? { last } : {}) };
}

function slotsOf(fields: HashFields): Map<string, string> {
  const own = Object.entries(fields).filter(([field]) => field !== VERSION_FIELD && field !== LAST_FIELD);
  return new Map(own.map(([field, value]) => [keyOfField(field), value]));
}

function lastOf(text: string | undefined): SessionState['last'] {
  if (text === undefined) return undefined;
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) return undefined;
  const [kind, key, turnId] = parsed.map(String);
  const known = SLOT_KINDS.find((candidate) => candidate === kind);
  return known && key !== undefined && turnId !== undefined ? { kind: known, key, turnId } : undefined;
}
