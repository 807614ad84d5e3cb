import type { TaskSchema } from '../task-schema';
import type { DialogueMemory, Named } from '../tracking/dialogue-memory';
import type { SlotChange, SlotTracking, TaskTurn } from '../tracking/task-turn';
import { acceptedChanges } from './accept';
import { type Dialogue, dialogueOf } from './dialogue';
import { startsSearch } from './new-search';
import { replacements, takenBack } from './read-corrections';
import { readTurn, type Said, saidChanges } from './said-changes';
import { targetService } from './target-service';

const MOST_NAMED = 60;

/**
 * What a Chinese turn changes in the slots of a task. In the order of trust, one change a slot: what is taken back or put right, what
 * is said, what is accepted; last what a new search leaves behind.
 */
export function trackZh(schema: TaskSchema, state: ReadonlyMap<string, string>, turn: TaskTurn): SlotTracking {
  const dialogue = dialogueOf(schema, state, turn);
  const said = readTurn(dialogue);
  const changes = new Map<string, SlotChange>();
  const add = (more: readonly SlotChange[]): void => {
    for (const change of more) if (!changes.has(change.slot)) changes.set(change.slot, change);
  };
  add(takenBack(dialogue));
  add(saidChanges(said, dialogue));
  add(replacements(dialogue, turn.memory?.changed ?? [], said.readings.length === 0));
  const left = leftBehind(said, dialogue, changes);
  add(left);
  add(acceptedChanges(dialogue));
  const made = [...changes.values()].filter(({ slot, value }) => (state.get(slot) ?? null) !== value);
  return { changes: made, memory: remember(dialogue, made) };
}

/** Wishes of a service that a new search in it does not repeat. */
function leftBehind(
  said: Said,
  { index, state, named, user }: Dialogue,
  changes: ReadonlyMap<string, SlotChange>,
): SlotChange[] {
  const sought = [...new Set(said.wishes.map(({ slot }) => slot.service))];
  const anew = sought.filter(
    (service) => named.some((thing) => thing.service === service) && startsSearch(user.heard, said.wishes, service),
  );
  return index.slots
    .filter(({ service, slot }) => anew.includes(service) && state.has(slot.name) && !changes.has(slot.name))
    .map(({ slot }) => ({ slot: slot.name, value: null, because: 'dropped' }));
}

function remember({ named, user, service }: Dialogue, changes: readonly SlotChange[]): DialogueMemory {
  const spoken = new Set(user.heard.things.map(({ name }) => name));
  const byName = new Map(named.map((thing): [string, Named] => [thing.name, thing]));
  const latest = [
    ...named.filter(({ name }) => !spoken.has(name)),
    ...[...spoken].map((name) => byName.get(name) ?? { name }),
  ];
  const about = targetService(user.heard, user.heard.text.length, service);
  return {
    offers: [],
    named: latest.slice(-MOST_NAMED),
    changed: changes.filter(({ value }) => value !== null).map(({ slot }) => slot),
    ...(about === undefined ? {} : { service: about }),
  };
}
