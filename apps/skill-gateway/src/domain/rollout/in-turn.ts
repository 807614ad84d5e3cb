import type { Moved, Refused, Transition } from '@plinth/rollout';
import type { Rollout } from './rollout';

/** Transitions that are stored together or not at all; `state` is what the last one leads to. */
export interface Move {
  readonly kind: 'moved';
  readonly state: Rollout;
  readonly entries: readonly Moved['entry'][];
}

/** Takes steps one after another; the first refusal refuses them all. */
export function inTurn(state: Rollout, steps: readonly ((state: Rollout) => Transition)[]): Move | Refused {
  let move: Move = { kind: 'moved', state, entries: [] };
  for (const step of steps) {
    const next = step(move.state);
    if (next.kind === 'refused') return next;
    move = { kind: 'moved', state: next.state, entries: [...move.entries, next.entry] };
  }
  return move;
}
