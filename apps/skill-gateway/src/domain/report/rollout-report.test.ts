import * as fc from 'fast-check';
import { counted, NO_FIGURES, type Figures, type Measure as Kind } from '../figures/figures';
import { rolloutReport, type ReportInput } from './rollout-report';

const times = (count: number, figures: Figures, faults = 0, durationMs = 20): Figures => {
  let grown = figures;
  for (let at = 0; at < count; at += 1) grown = counted(grown, { kind: 'call', faulty: at < faults, durationMs });
  return grown;
};
const series = (version: string, measure: Kind, figures: Partial<Figures>, against = '') => ({
  ...{ skill: 'stock', version, measure, against },
  ...NO_FIGURES,
  ...figures,
});
const outcomes = (version: string, of: number, over: object = {}) => ({
  version,
  resolved: { events: of * 0.9, of },
  complaints: { events: 0, of },
  handling: { count: of, mean: 1_000, variance: 10_000 },
  ...over,
});
const report = (over: Partial<ReportInput> = {}) =>
  rolloutReport({
    ...{ skill: 'stock', baseline: '1.0.0', candidate: '2.0.0', sinceMs: 0, untilMs: 1 },
    slaMs: { baseline: 50, candidate: 50 },
    figures: [series('1.0.0', 'live', times(200, NO_FIGURES)), series('2.0.0', 'live', times(200, NO_FIGURES))],
    outcomes: [outcomes('1.0.0', 500), outcomes('2.0.0', 500)],
    ...over,
  });
const named = (built: ReturnType<typeof report>, name: string) =>
  built.measures.find((measure) => measure.name === name);

describe('S9: the report of a rollout', () => {
  it('puts baseline beside candidate with samples, intervals, and what they come to against the targets', () => {
    const built = report();
    expect(built.measures.map(({ name }) => name)).toEqual([
      ...['handling_time', 'first_time_resolution', 'complaint_rate', 'error_rate', 'latency_p50', 'latency_p95'],
    ]);
    for (const { name, baseline, candidate } of built.measures) {
      expect(baseline.samples).toBeGreaterThan(0);
      expect(candidate.interval?.low).toBeLessThanOrEqual(candidate.interval?.estimate ?? -1);
      expect(candidate.interval?.high).toBeGreaterThanOrEqual(candidate.interval?.estimate ?? Infinity);
      expect([name, candidate.verdict]).toEqual([name, name === 'latency_p50' ? 'no_target' : 'met']);
    }
    expect(named(built, 'handling_time')?.candidate.target).toEqual({ bound: 'at_most', value: 1_800 });
    expect(named(built, 'first_time_resolution')?.candidate.target).toEqual({ bound: 'at_least', value: 0.75 });
    expect(named(built, 'complaint_rate')?.candidate.target).toEqual({ bound: 'at_most', value: 0.015 });
    expect(named(built, 'latency_p95')?.candidate.target).toEqual({ bound: 'at_most', value: 50 });
  });

  it('says that a candidate is worse, and misses its target, only beyond its interval', () => {
    const figures = [
      series('1.0.0', 'live', times(500, NO_FIGURES, 2)),
      series('2.0.0', 'live', times(100, NO_FIGURES, 25, 400)),
    ];
    const slow = outcomes('2.0.0', 300, {
      handling: { count: 300, mean: 2_500, variance: 1_000_000 },
      complaints: { events: 30, of: 300 },
      resolved: { events: 150, of: 300 },
    });
    const built = report({ figures, outcomes: [outcomes('1.0.0', 300), slow] });
    for (const name of ['handling_time', 'first_time_resolution', 'complaint_rate', 'error_rate', 'latency_p95'])
      expect([name, named(built, name)?.candidate.verdict, named(built, name)?.verdict]).toEqual([
        name,
        'missed',
        'worse',
      ]);
    const few = report({
      outcomes: [outcomes('1.0.0', 300), outcomes('2.0.0', 3, { complaints: { events: 1, of: 3 } })],
    });
    expect(named(few, 'complaint_rate')).toMatchObject({ candidate: { verdict: 'inconclusive' } });
  });

  it('says of what nobody has seen that there is no data, and decides nothing', () => {
    const empty = report({ figures: [], outcomes: [] });
    for (const { baseline, candidate, verdict } of empty.measures) {
      expect([baseline.verdict, candidate.verdict, verdict]).toEqual(['no_data', 'no_data', 'inconclusive']);
      expect(candidate.interval).toBeUndefined();
    }
    expect(empty.comparisons).toMatchObject({ verdict: 'no_data', compared: 0 });
  });

  it('takes errors and latency of a candidate from the runs beside calls while no user has it', () => {
    const figures = [
      series('1.0.0', 'live', times(50, NO_FIGURES)),
      series('2.0.0', 'shadow', times(30, NO_FIGURES, 3), '1.0.0'),
    ];
    const built = report({ figures });
    expect(built.candidateSeen).toBe('shadow');
    expect(named(built, 'error_rate')?.candidate).toMatchObject({ samples: 30, interval: { estimate: 0.1 } });
  });

  it.each([
    [
      'as often as the baseline from itself',
      { compared: 400, differed: 80 },
      { compared: 400, differed: 82 },
      'inconclusive',
    ],
    ['much more often', { compared: 400, differed: 200 }, { compared: 400, differed: 20 }, 'beyond_noise'],
    ['never', { compared: 400, differed: 0 }, { compared: 400, differed: 0 }, 'within_noise'],
    ['sometimes, with no noise measured', { compared: 400, differed: 9 }, {}, 'inconclusive'],
    ['never, with no noise measured', { compared: 400, differed: 0 }, {}, 'within_noise'],
  ])('S8: of a candidate that differs %s', (_how, shadow, noise, verdict) => {
    const figures = [series('2.0.0', 'shadow', shadow, '1.0.0'), series('1.0.0', 'noise', noise, '1.0.0')];
    expect(report({ figures }).comparisons.verdict).toBe(verdict);
  });

  it('never says that one version is both met and missed, whatever the counts', () => {
    const share = fc
      .integer({ min: 0, max: 400 })
      .chain((of) => fc.record({ of: fc.constant(of), events: fc.integer({ min: 0, max: of }) }));
    fc.assert(
      fc.property(share, share, (complaints, resolved) => {
        const built = report({ outcomes: [outcomes('1.0.0', 10), outcomes('2.0.0', 10, { complaints, resolved })] });
        const { candidate } = named(built, 'complaint_rate')!;
        if (candidate.verdict === 'met') expect(candidate.interval!.high).toBeLessThanOrEqual(0.015);
        if (candidate.verdict === 'missed') expect(complaints.events / complaints.of).toBeGreaterThan(0.015);
      }),
    );
  });
});
