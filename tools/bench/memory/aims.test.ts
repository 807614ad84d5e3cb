import { compareWithAims, failuresOf } from './aims';
import type { Figures } from './measure-memory';

const pass = (p95Ms: number, perSecond = 100): Figures['beside']['recall'] => ({
  per_second: perSecond,
  latency: { count: 10, p50Ms: p95Ms / 2, p95Ms, p99Ms: p95Ms, maxMs: p95Ms },
  refused: 0,
  failures: {},
  cpu_ms: 2,
  cpu_ms_by_part: {},
  client_cpu_ms: 0,
  cores_used_by_others: 0,
});
const plan = { reads: [], read_whole: [], execution_ms: 1, planning_ms: 1 };

const figures: Figures = {
  written: { items: 1, per_second: 1 },
  growth: [
    { items: 10_000, load_seconds: 1, alone: pass(6), busy: pass(30) },
    { items: 1_000_000, load_seconds: 1, alone: pass(12), busy: pass(30) },
  ],
  answers_moved_by_growth: 0,
  plans: { custom: plan, generic: plan },
  beside: {
    bare_before: pass(20, 200),
    recall: pass(30, 130),
    bare_after: pass(20, 200),
    bare_alone: pass(3),
    vectors_of_user: pass(3),
    vectors_of_user_alone: pass(3),
    vectors_of_all: { ...pass(300), cpu_ms: 200 },
    vectors_of_all_alone: pass(300),
  },
  closed: [{ operation: 'semantic', sessions: 1, pass: pass(9) }],
  open: [],
};
const met = (some: Partial<Figures>, what: string) =>
  compareWithAims({ ...figures, ...some }).find((aim) => aim.what.startsWith(what))?.met;

it('holds recall to the bare statement of the same run, and growth to the smallest step', () => {
  expect(met({}, 'semantic, 1 without pause')).toBe(true);
  expect(met({}, 'semantic / bare statement, 50 without pause, throughput')).toBe(false);
  expect(met({}, 'semantic / bare statement, 50 without pause, P95')).toBe(true);
  expect(met({}, 'semantic alone, P95 at 1000000')).toBe(false);
});

it('counts a request that failed, a table read whole and an answer that moved as failures, a missed aim not', () => {
  expect(failuresOf(figures)).toEqual([]);
  const whole = { ...plan, read_whole: ['item_terms'] };
  const failed = { ...pass(9), failures: { '500': 3 } };
  expect(
    failuresOf({
      ...figures,
      answers_moved_by_growth: 2,
      plans: { custom: plan, generic: whole },
      closed: [{ operation: 'write', sessions: 50, pass: failed }],
    }),
  ).toEqual([
    '2 answers have moved with what others stored',
    'write, 50: 3 requests: 500',
    'the generic plan reads item_terms from end to end',
  ]);
});
