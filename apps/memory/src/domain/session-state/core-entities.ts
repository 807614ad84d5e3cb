import type { Anchor } from '@plinth/contracts';
import { CORE_ENTITY } from './dialogue-keys';
import type { SessionState, SlotOperation } from './session-state';

/** Of these a task is about; dates, amounts and addresses of contact qualify them. */
export const CORE_KINDS = ['order_number', 'file', 'place', 'person'] as const satisfies readonly Anchor['kind'][];
export type CoreEntityKind = (typeof CORE_KINDS)[number];

/** A thing or person that the session's task is about. */
export interface CoreEntity {
  readonly kind: CoreEntityKind;
  readonly value: string;
  /** In which message of the session it was last spoken of, counted over those that named any. */
  readonly message: number;
  /** Its place among the entities of that message, from 1: what “the second one” counts. */
  readonly position: number;
}

/** Of one kind the session remembers the latest; a list longer than this nobody points into. */
const MAX_OF_A_KIND = 12;

/** The core entities of a session, those spoken of last at the end. They are rows of `state`, so that no compression can lose them (M31). */
export function coreEntities({ state }: SessionState): CoreEntity[] {
  return [...state]
    .flatMap(([key, at]) => {
      const [, kind, value] = /^core:([a-z_]+):(.+)$/su.exec(key) ?? [];
      const [message = 0, position = 0] = at.split('.').map(Number);
      const known = CORE_KINDS.find((candidate) => candidate === kind);
      return known && value !== undefined ? [{ kind: known, value, message, position }] : [];
    })
    .sort((a, b) => a.message - b.message || a.position - b.position);
}

/** What a message that names these anchors changes. To be recorded as a change of the system: an undo of the user leaves it. */
export function mentionOperations(session: SessionState, anchors: readonly Anchor[]): SlotOperation[] {
  const known = coreEntities(session);
  const message = (known.at(-1)?.message ?? 0) + 1;
  const named = new Map<string, CoreEntity>();
  for (const { kind, value } of anchors) {
    const core = CORE_KINDS.find((candidate) => candidate === kind);
    if (core && !named.has(keyOf({ kind: core, value })))
      named.set(keyOf({ kind: core, value }), { kind: core, value, message, position: named.size + 1 });
  }
  const stale = CORE_KINDS.flatMap((kind) => {
    const older = known.filter((entity) => entity.kind === kind && !named.has(keyOf(entity)));
    const newer = [...named.values()].filter((entity) => entity.kind === kind);
    return older.slice(0, Math.max(0, older.length + newer.length - MAX_OF_A_KIND));
  });
  return [
    ...stale.map((entity): SlotOperation => ({ kind: 'state', key: keyOf(entity), value: null })),
    ...[...named.values()].map((entity): SlotOperation => ({
      kind: 'state',
      key: keyOf(entity),
      value: `${entity.message}.${entity.position}`,
    })),
  ];
}

const keyOf = ({ kind, value }: Pick<CoreEntity, 'kind' | 'value'>): string => `${CORE_ENTITY}${kind}:${value}`;
