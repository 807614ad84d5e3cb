import type { Anchor, MemoryChange } from '@plinth/contracts';
import { applyOperations, type SessionState, type Slot, type SlotKind, type SlotOperation } from './session-state';

/**
 * One turn's work on a session. Owns the operations of the turn; a slot set twice in a turn counts as set once, to the last value,
 * and what stood there for a moment leaves no trace (M4).
 */
export class WorkingSession {
  private readonly operations = new Map<string, SlotOperation>();
  private readonly mentioned = new Map<string, Anchor>();
  readonly dropped = new Set<Anchor>();

  constructor(
    private readonly before: SessionState,
    private readonly profile: ReadonlyMap<string, string>,
  ) {}

  get(kind: SlotKind, key: string): string | undefined {
    const operation = this.operations.get(slotName({ kind, key }));
    return operation ? (operation.value ?? undefined) : this.before[kind].get(key);
  }

  /** All slots of a kind as they stand now. */
  slots(kind: SlotKind): ReadonlyMap<string, string> {
    return applyOperations(this.before, [...this.operations.values()])[kind];
  }

  set(operation: SlotOperation, by?: Anchor): void {
    const name = slotName(operation);
    const old = this.mentioned.get(name);
    if (old && old !== by) this.dropped.add(old);
    if (by) this.mentioned.set(name, by);
    else this.mentioned.delete(name);
    this.operations.delete(name);
    this.operations.set(name, operation);
  }

  wasMentioned(slot: Slot): boolean {
    return this.mentioned.has(slotName(slot));
  }

  /** The slot that was set last, in this turn or before. */
  lastSet(): (Slot & { turnId?: string }) | undefined {
    return [...this.operations.values()].at(-1) ?? this.before.last;
  }

  /** The slots whose value equals, or else holds, the text. */
  holding(text: string): Slot | undefined {
    const now = applyOperations(this.before, [...this.operations.values()]);
    const kinds: readonly SlotKind[] = ['facts', 'state'];
    const slots = kinds.flatMap((kind) => [...now[kind]].map(([key, value]) => ({ kind, key, value })));
    const same = text.toLowerCase();
    return (
      slots.find(({ value }) => value.toLowerCase() === same) ??
      (text.length > 3 || /^\p{Script=Han}{2,}$/u.test(text)
        ? slots.find(({ value }) => value.toLowerCase().includes(same))
        : undefined)
    );
  }

  /** What really changed, and how the reply may put it; the replaced value is in the history, not in the reply. */
  outcome(): { operations: SlotOperation[]; changes: MemoryChange[] } {
    const operations = [...this.operations.values()].filter(
      ({ kind, key, value, confirmedBefore }) =>
        (this.before[kind].get(key) ?? null) !== value || (value === null && confirmedBefore !== undefined),
    );
    const changes = operations.flatMap(({ kind, key, value }): MemoryChange[] => {
      if (value === null || kind === 'constraints') return [];
      const known = this.before[kind].get(key) ?? (kind === 'facts' ? this.profile.get(key) : undefined);
      if (known === value) return [];
      return [{ op: known === undefined ? 'set' : 'replaced', key, value }];
    });
    return { operations, changes };
  }
}

const slotName = ({ kind, key }: Slot): string => `${kind}/${key}`;
