/** What made a change of the profile; stands in the change log. */
export type ChangeCause =
  'confirmed' | 'corrected' | 'superseded_earlier' | 'verified' | 'learned' | 'renewed' | 'ended';

export interface ActiveFact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly observedAtMs: number;
}

export interface Override {
  readonly status: 'active' | 'reaffirmed' | 'deprecated' | 'unchanged';
  /** The fact that gives way. */
  readonly deprecates?: ActiveFact;
}

/**
 * One value of a key is active at any time (M17): the one observed last. An older observation that arrives later is recorded as
 * deprecated at once; the same value observed later is the same fact, observed later.
 */
export function override(active: ActiveFact | undefined, incoming: ActiveFact): Override {
  if (!active) return { status: 'active' };
  if (active.value === incoming.value)
    return { status: incoming.observedAtMs > active.observedAtMs ? 'reaffirmed' : 'unchanged' };
  if (active.id === incoming.id) return { status: 'unchanged' };
  if (incoming.observedAtMs < active.observedAtMs) return { status: 'deprecated' };
  return { status: 'active', deprecates: active };
}
