import type { Json, JsonObject } from '@plinth/kernel';
import { byKind, type Flow, type FlowState, type SkillState, type Transition } from './flow';
import type { FlowInstance, SkillCall, StateResult } from './flow-instance';
import { answerSlot, fillSlots, type SlotSources } from './fill-slots';
import { readConfirmation } from './read-confirmation';
import { fill, isOnePlace, placesIn, placeValue, valueAt, type Place } from './template';

/** States that a flow may enter in one turn: a loop among skills ends here, not never. */
export const MAX_MOVES = 40;

export type Values = Pick<FlowInstance, 'slots' | 'results'>;

/** Thrown for a state that its flow does not have: the flow was validated, so this is a bug. */
export function stateOf(flow: Flow, name: string): FlowState {
  const state = flow.definition.states[name];
  if (!state) throw new Error(`flow ${flow.definition.name} has no state ${name}`);
  return state;
}

type Entering =
  { readonly call: SkillCall } | { readonly askFor: string } | { readonly missing: string } | { readonly rests: true };

/** What entering a state needs: a skill call with its arguments filled, a question for a missing slot, or nothing. */
export function enterState(flow: Flow, name: string, values: Values): Entering {
  return byKind<Entering>(stateOf(flow, name), {
    skill: (state) => enterSkill(flow, name, state, values),
    ask: () => ({ rests: true }),
    reply: () => ({ rests: true }),
  });
}

function enterSkill(flow: Flow, name: string, state: SkillState, values: Values): Entering {
  const filled: Record<string, Json> = {};
  for (const [argument, template] of Object.entries(state.arguments)) {
    const value = typeof template === 'string' ? argumentValue(template, values) : { value: template };
    if ('value' in value) filled[argument] = value.value;
    else if (value.missing.root === 'slots' && flow.definition.slots[value.missing.key])
      return { askFor: value.missing.key };
    else if (!value.whole) return { missing: value.missing.place };
  }
  return { call: callOf(name, state, filled) };
}

function callOf(name: string, state: SkillState, filled: SkillCall['arguments']): SkillCall {
  return {
    state: name,
    skill: state.skill,
    arguments: filled,
    confirmed: state.confirmed,
    max_retries: state.max_retries,
  };
}

/** An argument that is one place keeps the value's JSON type, and is left out when nothing fills it; others become text. */
function argumentValue(
  template: string,
  values: Values,
): { readonly value: Json } | { readonly missing: Place; readonly whole: boolean } {
  const [only] = placesIn(template);
  const whole = only !== undefined && isOnePlace(template);
  if (whole) {
    const value = placeValue(only, values);
    return value === undefined || value === null ? { missing: only, whole } : { value };
  }
  const text = fill(template, values);
  return 'text' in text ? { value: text.text } : { missing: text.missing, whole: false };
}

/**
 * Where a skill's outcome leads. A failure goes only where a transition names it, otherwise to the flow's fallback; an unknown
 * outcome only where a transition names `unknown`. Undefined: the flow has no way on, and the turn fails.
 */
export function afterSkill(flow: Flow, name: string, result: StateResult): string | undefined {
  return byKind(stateOf(flow, name), {
    skill: ({ on }) => wayOn(flow, on, result),
    ask: () => undefined,
    reply: () => undefined,
  });
}

function wayOn(flow: Flow, transitions: readonly Transition[], result: StateResult): string | undefined {
  const facts = { outcome: result.outcome, code: result.code ?? null, data: result.data };
  const named = transitions.find(
    (transition) => transition.when !== undefined && holds(transition, facts) && admits(transition, result.outcome),
  )?.to;
  if (named !== undefined) return named;
  if (result.outcome === 'succeeded') return transitions.find((transition) => transition.when === undefined)?.to;
  return result.outcome === 'failed' ? flow.definition.fallback : undefined;
}

function admits({ when = {} }: Transition, outcome: StateResult['outcome']): boolean {
  if (outcome === 'succeeded') return true;
  if (outcome === 'unknown') return when['outcome'] === 'unknown';
  return 'outcome' in when || 'code' in when;
}

function holds({ when = {} }: Transition, facts: JsonObject): boolean {
  return Object.entries(when).every(([path, wanted]) => valueAt(facts, path.split('.')) === wanted);
}

export type Answer =
  | {
      readonly kind: 'moves';
      readonly to: string;
      readonly cause: string;
      readonly slots: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'declined' }
  | { readonly kind: 'unclear'; readonly to: string };

/** What a turn's text means to the flow that waits for it. `unclear`: it answers nothing, and `to` is where the flow would ask again. */
export function answerWaiting(flow: Flow, instance: FlowInstance, text: string, sources: SlotSources): Answer {
  const slots = fillSlots(flow.definition, instance.slots, sources);
  const waiting = instance.waiting;
  const reply = readConfirmation(text);
  if (waiting?.for === 'slot' && waiting.slot !== undefined) {
    const slot = flow.definition.slots[waiting.slot];
    if (reply === 'no') return { kind: 'declined' };
    const value = slot && answerSlot(slot, text, sources);
    if (value === undefined) return { kind: 'unclear', to: instance.state };
    return { kind: 'moves', to: instance.state, cause: 'slot_filled', slots: { ...slots, [waiting.slot]: value } };
  }
  const transitions = byKind<readonly Transition[]>(stateOf(flow, instance.state), {
    skill: () => [],
    ask: ({ on }) => on,
    reply: () => [],
  });
  const changed = Object.entries(instance.slots).some(([name, value]) => slots[name] !== value);
  if (changed && !instance.acted) return { kind: 'moves', to: flow.definition.start, cause: 'slot_changed', slots };
  const said = transitions.find(
    ({ when }) => when !== undefined && (when['reply'] === reply || when['reply'] === text.trim()),
  );
  if (said) return { kind: 'moves', to: said.to, cause: `reply_${reply ?? 'text'}`, slots };
  return { kind: 'unclear', to: transitions.find(({ when }) => when === undefined)?.to ?? instance.state };
}
