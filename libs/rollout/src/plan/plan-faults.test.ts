import { DEFAULT_STAGES, defaultGuards, defaultPlan } from './default-plan';
import { planFaults } from './plan-faults';
import type { RolloutPlan, Stage } from './rollout-plan';

const everybody = DEFAULT_STAGES[2]!;
const stages = (...all: Partial<Stage>[]): RolloutPlan => ({
  stages: all.map((stage, at) => ({ ...everybody, name: `s${at}`, ...stage })),
  guards: [],
});
const faultsOf = (plan: RolloutPlan) => planFaults(plan).map(({ path, rule }) => `${path} ${rule}`);

describe('the faults of a plan', () => {
  it('S7: are none for the shipped one and for a plan of shares', () => {
    for (const promisedMs of [undefined, 1_800, 600_000]) expect(planFaults(defaultPlan(promisedMs))).toEqual([]);
    const shares = [1e-6, 0.1, 0.25, 0.5, 1].map((weight) => ({ weight }));
    expect(planFaults(stages(...shares))).toEqual([]);
  });

  it('name an empty plan, empty names, empty audiences', () => {
    expect(faultsOf(stages())).toEqual(['stages empty']);
    expect(faultsOf(stages({ name: '' }))).toEqual(['stages[0].name empty']);
    const nobody = [
      { kind: 'segment', segments: [] },
      { kind: 'list', ids: [] },
      { kind: 'attributes', match: {} },
    ] as const;
    expect(faultsOf(stages(...nobody.map((audience) => ({ audience })), {}))).toEqual([
      ...['stages[0].audience empty', 'stages[1].audience empty', 'stages[2].audience empty'],
    ]);
  });

  it.each([-0.1, 1.1, Number.NaN, Infinity])('name shares and times out of range: %d', (value) => {
    expect(faultsOf(stages({ weight: value }, {}))).toContain('stages[0].weight range');
    expect(faultsOf(stages({ cap: value }, {}))).toContain('stages[0].cap range');
    expect(faultsOf(stages({ minMs: -value }, {})).concat(faultsOf(stages({ minMs: value }, {})))).toContain(
      'stages[0].minMs range',
    );
  });

  it('name stages that are called alike, that give less than an earlier one, and an end that leaves somebody out', () => {
    expect(faultsOf(stages({ name: 'a' }, { name: 'a' }))).toEqual(['stages[1].name unique']);
    expect(faultsOf(stages({ weight: 0.5 }, { weight: 0.1 }, {}))).toEqual(['stages[1].weight shrinks']);
    expect(faultsOf(stages({ cap: 0.5 }, { cap: 0.1 }, {}))).toEqual(['stages[1].cap shrinks']);
    expect(faultsOf(stages({ weight: 0.5 }))).toEqual(['stages[0] reaches_all']);
    expect(faultsOf(stages({ mode: 'shadow' }))).toEqual(['stages[0] reaches_all']);
    expect(faultsOf(stages({ audience: { kind: 'list', ids: ['u'] } }))).toEqual(['stages[0] reaches_all']);
  });

  it('S13: name guards that could never decide', () => {
    const [limit, comparison, latency] = defaultGuards(500);
    const guards = [
      { ...limit!, limit: 0, minSamples: 0 },
      { ...comparison!, tolerance: 0, alpha: 1 },
      { ...latency!, limitMs: 60_000, quantile: 1 },
      limit!,
    ] as RolloutPlan['guards'];
    expect(faultsOf({ ...stages({}), guards })).toEqual([
      'guards[0].minSamples range',
      'guards[0].limit range',
      'guards[1].alpha range',
      'guards[1].tolerance range',
      'guards[2].quantile range',
      'guards[2].limitMs range',
      'guards[3].kind unique',
    ]);
  });
});
