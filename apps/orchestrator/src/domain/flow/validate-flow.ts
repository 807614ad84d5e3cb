import type { FlowDefinition } from './flow';
import { partsOf, type StateParts } from './state-parts';
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
    ...Object.entries(flow.states).flatMap(([name, state]) => stateFaults(flow, name, partsOf(state))),
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

function stateFaults(flow: FlowDefinition, name: string, state: StateParts): readonly FlowFault[] {
  const path = `states.${name}`;
  const faults: FlowFault[] = [];
  const { transitions } = state;
  transitions.forEach(({ to, when }, index) => {
    if (!(to in flow.states))
      faults.push({ path: `${path}.on.${index}.to`, rule: 'unknown_state', message: `there is no state '${to}'` });
    if (when === undefined && index < transitions.length - 1)
      faults.push({
        path: `${path}.on.${index}`,
        rule: 'unreachable_transition',
        message: 'only the last transition may be without `when`',
      });
    const foreign = Object.keys(when ?? {}).find((key) => (key === 'reply') !== state.asks);
    if (foreign !== undefined)
      faults.push({
        path: `${path}.on.${index}.when.${foreign}`,
        rule: 'wrong_condition',
        message: `'${foreign}' does not exist in this kind of state`,
      });
  });
  if (transitions.at(-1)?.when !== undefined)
    faults.push({
      path: `${path}.on`,
      rule: 'missing_transition',
      message: 'the last transition must be without `when`, so that every outcome leads somewhere',
    });
  if (state.fails && flow.fallback === undefined && !transitions.some(({ when }) => when?.['outcome'] === 'failed'))
    faults.push({
      path,
      rule: 'missing_transition',
      message: 'needs a transition for `outcome: failed`, or the flow a `fallback`',
    });
  return [...faults, ...placeFaults(flow, path, state)];
}

function placeFaults(flow: FlowDefinition, path: string, { templates }: StateParts): readonly FlowFault[] {
  const states = Object.entries(flow.states).map(([name, other]) => ({ name, ...partsOf(other) }));
  const slots = new Set([...Object.keys(flow.slots), ...states.flatMap(({ sets }) => sets)]);
  const sources = new Set(states.flatMap(({ name, runs }) => (runs === undefined ? [] : [name, runs])));
  return templates.flatMap(([field, template]) =>
    placesIn(template)
      .filter(({ root, key }) => !(root === 'slots' ? slots : root === 'data' ? sources : new Set<string>()).has(key))
      .map(({ place }) => ({ path: `${path}.${field}`, rule: 'unknown_place', message: `nothing fills {{${place}}}` })),
  );
}

function graphFaults(flow: FlowDefinition): readonly FlowFault[] {
  const next = (name: string): readonly string[] => {
    const state = flow.states[name];
    if (!state) return [];
    const { transitions, fails } = partsOf(state);
    const fallback = fails && flow.fallback !== undefined ? [flow.fallback] : [];
    return [...transitions.map(({ to }) => to), ...fallback];
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
