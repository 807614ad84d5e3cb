import { isAskState, isReplyState, isSkillState, type FlowDefinition, type FlowState, type Transition } from './flow';
import { placesIn } from './template';

export interface FlowFault {
  /** Dotted path inside the file, e.g. `states.check.on.2.to`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Everything that the schema cannot see (O2): dangling or missing transitions, unreachable states, states without an end, unknown places. */
export function flowFaults(flow: FlowDefinition): readonly FlowFault[] {
  const named = [
    ...namedStateFaults(flow),
    ...Object.entries(flow.states).flatMap(([name, state]) => stateFaults(flow, name, state)),
  ];
  return named.length > 0 ? named : graphFaults(flow);
}

function namedStateFaults(flow: FlowDefinition): readonly FlowFault[] {
  const faults: FlowFault[] = [];
  for (const field of ['start', 'fallback'] as const) {
    const target = flow[field];
    if (target !== undefined && !(target in flow.states))
      faults.push({ path: field, rule: 'unknown_state', message: `there is no state '${target}'` });
  }
  for (const [name, slot] of Object.entries(flow.slots)) {
    if (slot.ask === undefined && slot.default === undefined && slot.text === undefined)
      faults.push({
        path: `slots.${name}`,
        rule: 'no_source',
        message: 'needs `ask`, `text` or `default`, for when nothing else has its value',
      });
  }
  return faults;
}

function transitionsOf(state: FlowState): readonly Transition[] {
  return isReplyState(state) ? [] : state.on;
}

function stateFaults(flow: FlowDefinition, name: string, state: FlowState): readonly FlowFault[] {
  const path = `states.${name}`;
  const faults: FlowFault[] = [];
  const transitions = transitionsOf(state);
  transitions.forEach(({ to, when }, index) => {
    if (!(to in flow.states))
      faults.push({ path: `${path}.on.${index}.to`, rule: 'unknown_state', message: `there is no state '${to}'` });
    if (when === undefined && index < transitions.length - 1)
      faults.push({
        path: `${path}.on.${index}`,
        rule: 'unreachable_transition',
        message: 'only the last transition may be without `when`',
      });
    const foreign = Object.keys(when ?? {}).find((key) => (key === 'reply') !== isAskState(state));
    if (foreign !== undefined)
      faults.push({
        path: `${path}.on.${index}.when.${foreign}`,
        rule: 'wrong_condition',
        message: `'${foreign}' does not exist in this kind of state`,
      });
  });
  if (!isReplyState(state) && transitions.at(-1)?.when !== undefined)
    faults.push({
      path: `${path}.on`,
      rule: 'missing_transition',
      message: 'the last transition must be without `when`, so that every outcome leads somewhere',
    });
  if (
    isSkillState(state) &&
    flow.fallback === undefined &&
    !transitions.some(({ when }) => when?.['outcome'] === 'failed')
  )
    faults.push({
      path,
      rule: 'missing_transition',
      message: 'needs a transition for `outcome: failed`, or the flow a `fallback`',
    });
  return [...faults, ...placeFaults(flow, path, state)];
}

function placeFaults(flow: FlowDefinition, path: string, state: FlowState): readonly FlowFault[] {
  const slots = new Set([
    ...Object.keys(flow.slots),
    ...Object.values(flow.states).flatMap((other) => (isReplyState(other) ? Object.keys(other.set) : [])),
  ]);
  const sources = new Set(
    Object.entries(flow.states).flatMap(([name, other]) => (isSkillState(other) ? [name, other.skill] : [])),
  );
  return templatesOf(state).flatMap(([field, template]) =>
    placesIn(template)
      .filter(({ root, key }) => !(root === 'slots' ? slots : root === 'data' ? sources : new Set<string>()).has(key))
      .map(({ place }) => ({ path: `${path}.${field}`, rule: 'unknown_place', message: `nothing fills {{${place}}}` })),
  );
}

function templatesOf(state: FlowState): readonly (readonly [string, string])[] {
  if (isSkillState(state))
    return Object.entries(state.arguments).map(([key, value]) => [`arguments.${key}`, String(value)] as const);
  if (isAskState(state))
    return [
      ['ask.zh', state.ask.zh],
      ['ask.en', state.ask.en],
    ];
  return [
    ['reply.zh', state.reply.zh],
    ['reply.en', state.reply.en],
    ...Object.entries(state.set).map(([key, value]) => [`set.${key}`, value] as const),
  ];
}

function graphFaults(flow: FlowDefinition): readonly FlowFault[] {
  const next = (name: string): readonly string[] => {
    const state = flow.states[name];
    if (!state) return [];
    const fallback = isSkillState(state) && flow.fallback !== undefined ? [flow.fallback] : [];
    return [...transitionsOf(state).map(({ to }) => to), ...fallback];
  };
  const reached = reachable([flow.start], next);
  const replies = new Set(Object.keys(flow.states).filter((name) => next(name).length === 0));
  const ends = (name: string) => [...reachable([name], next)].some((other) => replies.has(other));
  return Object.keys(flow.states).flatMap((name) => {
    if (!reached.has(name))
      return [{ path: `states.${name}`, rule: 'unreachable_state', message: 'no transition leads here' }];
    if (!ends(name)) return [{ path: `states.${name}`, rule: 'no_end', message: 'no way from here ends in a reply' }];
    return [];
  });
}

function reachable(from: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(from);
  for (const name of seen) next(name).forEach((other) => seen.add(other));
  return seen;
}
