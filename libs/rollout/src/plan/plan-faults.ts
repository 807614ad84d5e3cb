import { LATENCY_BOUNDS_MS } from '../evidence/counts';
import type { Guard } from './guard';
import type { Audience, RolloutPlan, Stage } from './rollout-plan';

export interface PlanFault {
  /** Where, for example `stages[1].weight`. */
  readonly path: string;
  readonly rule: 'empty' | 'range' | 'unique' | 'shrinks' | 'reaches_all';
  readonly message: string;
}

/** Everything that is wrong with a plan; empty for a sound one. */
export function planFaults({ stages, guards }: RolloutPlan): readonly PlanFault[] {
  return [
    ...(stages.length === 0 ? [fault('stages', 'empty', 'a plan has at least one stage')] : []),
    ...stages.flatMap((stage, at) => stageFaults(stage, `stages[${at}]`)),
    ...doubles(stages.map(({ name }, at) => [name, `stages[${at}].name`])),
    ...shrinking(stages),
    ...lastStageFaults(stages),
    ...guards.flatMap((guard, at) => guardFaults(guard, `guards[${at}]`)),
    ...doubles(guards.map(({ kind }, at) => [kind, `guards[${at}].kind`])),
  ];
}

function stageFaults(stage: Stage, path: string): readonly PlanFault[] {
  return [
    ...(stage.name === '' ? [fault(`${path}.name`, 'empty', 'a stage has a name')] : []),
    ...(reachesNobody(stage.audience) ? [fault(`${path}.audience`, 'empty', 'the audience names nobody')] : []),
    ...within(stage.weight, 0, 1, `${path}.weight`),
    ...within(stage.cap, 0, 1, `${path}.cap`),
    ...within(stage.minMs, 0, Number.MAX_SAFE_INTEGER, `${path}.minMs`),
    ...within(stage.minSamples, 0, Number.MAX_SAFE_INTEGER, `${path}.minSamples`),
  ];
}

function reachesNobody(audience: Audience): boolean {
  switch (audience.kind) {
    case 'all':
      return false;
    case 'segment':
      return audience.segments.length === 0;
    case 'attributes':
      return Object.keys(audience.match).length === 0;
    case 'list':
      return audience.ids.length === 0;
  }
}

/** Who has the candidate keeps it, so a later stage that gives it to fewer would only seem to. */
function shrinking(stages: readonly Stage[]): readonly PlanFault[] {
  return stages.flatMap((stage, at) => {
    const earlier = stages.slice(0, at).filter(({ mode }) => mode === 'live');
    if (stage.mode !== 'live') return [];
    const audience = JSON.stringify(stage.audience);
    const same = earlier.filter((each) => JSON.stringify(each.audience) === audience);
    return [
      ...(same.some(({ weight }) => weight > stage.weight)
        ? [fault(`stages[${at}].weight`, 'shrinks', 'an earlier live stage gives the same audience a larger share')]
        : []),
      ...(earlier.some(({ cap }) => cap > stage.cap)
        ? [fault(`stages[${at}].cap`, 'shrinks', 'an earlier live stage allows a larger share of all calls')]
        : []),
    ];
  });
}

function lastStageFaults(stages: readonly Stage[]): readonly PlanFault[] {
  const last = stages.at(-1);
  const reachesAll = last?.mode === 'live' && last.audience.kind === 'all' && last.weight === 1 && last.cap === 1;
  if (!last || reachesAll) return [];
  const message = 'the last stage is live for all, with weight and cap 1';
  return [fault(`stages[${stages.length - 1}]`, 'reaches_all', message)];
}

function guardFaults(guard: Guard, path: string): readonly PlanFault[] {
  return [
    ...within(guard.minSamples, 1, Number.MAX_SAFE_INTEGER, `${path}.minSamples`),
    ...inside(guard.alpha, `${path}.alpha`),
    ...('limit' in guard ? inside(guard.limit, `${path}.limit`) : []),
    ...('tolerance' in guard ? inside(guard.tolerance, `${path}.tolerance`) : []),
    ...('quantile' in guard ? inside(guard.quantile, `${path}.quantile`) : []),
    ...(guard.kind === 'latency_limit'
      ? within(guard.limitMs, 1, LATENCY_BOUNDS_MS.at(-1) ?? 1, `${path}.limitMs`)
      : []),
  ];
}

function within(value: number, low: number, high: number, path: string): readonly PlanFault[] {
  return value >= low && value <= high ? [] : [fault(path, 'range', `must be from ${low} to ${high}`)];
}

/** What is shown by statistics cannot be shown to be nothing or everything. */
function inside(value: number, path: string): readonly PlanFault[] {
  return value > 0 && value < 1 ? [] : [fault(path, 'range', 'must lie between 0 and 1, neither of them')];
}

function doubles(named: readonly (readonly [string, string])[]): readonly PlanFault[] {
  return named
    .filter(([name], at) => named.findIndex(([other]) => other === name) < at)
    .map(([name, path]) => fault(path, 'unique', `there is another ${name}`));
}

const fault = (path: string, rule: PlanFault['rule'], message: string): PlanFault => ({ path, rule, message });
