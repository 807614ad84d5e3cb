import { rounded } from '../bus/percentiles';
import type { Figures } from './measure-memory';
import type { Operation } from './operations';

export interface Aim {
  readonly what: string;
  readonly figure: number;
  readonly aim: string;
  readonly met: boolean;
}

/** P95 in ms of one session without pause, of many, and of many that pause. */
const ALONE: Partial<Record<Operation, number>> = {
  session_read: 2,
  session_write: 2,
  profile: 8,
  semantic: 10,
  assembly: 20,
};
const WITHOUT_PAUSE: Partial<Record<Operation, number>> = { semantic: 40, assembly: 50 };
const THAT_PAUSE: Partial<Record<Operation, number>> = {
  session_read: 5,
  session_write: 5,
  profile: 15,
  semantic: 100,
  assembly: 100,
};
const MANY = 5_000;
/** Largest growth of the P95 from the smallest step to the largest that still counts as flat. */
const FLAT = 1.5;

export function compareWithAims({ closed, open, beside, growth }: Figures): readonly Aim[] {
  const first = growth[0];
  const last = growth.at(-1);
  const bareRate = (beside.bare_before.per_second + beside.bare_after.per_second) / 2;
  const bareP95 = (beside.bare_before.latency.p95Ms + beside.bare_after.latency.p95Ms) / 2;
  return [
    ...closed.flatMap(({ operation, sessions, pass }) => {
      const most = (sessions === 1 ? ALONE : WITHOUT_PAUSE)[operation];
      return most === undefined
        ? []
        : [atMost(`${operation}, ${sessions} without pause, P95 ms`, pass.latency.p95Ms, most)];
    }),
    atLeast(
      'semantic / bare statement, 50 without pause, throughput',
      rounded(beside.recall.per_second / bareRate),
      0.7,
    ),
    atMost('semantic / bare statement, 50 without pause, P95', rounded(beside.recall.latency.p95Ms / bareP95), 1.5),
    ...open
      .filter(({ sessions }) => sessions >= MANY)
      .flatMap(({ sessions, pauseMs, operations }) =>
        Object.entries(THAT_PAUSE).map(([operation, most]) =>
          atMost(
            `${operation}, ${sessions} pausing ${pauseMs / 1_000} s, P95 ms`,
            operations[operation]?.latency.p95Ms ?? NaN,
            most,
          ),
        ),
      ),
    ...(first && last
      ? [
          atMost(
            `semantic alone, P95 at ${last.items} / at ${first.items} items`,
            rounded(last.alone.latency.p95Ms / first.alone.latency.p95Ms),
            FLAT,
          ),
        ]
      : []),
    atLeast(
      'time of a vector search over everybody / semantic, alone, P50',
      rounded(beside.vectors_of_all_alone.latency.p50Ms / (last?.alone.latency.p50Ms ?? NaN)),
      3.2,
    ),
    atMost(
      'CPU of semantic / of a vector search over everybody',
      rounded(beside.recall.cpu_ms / beside.vectors_of_all.cpu_ms),
      0.32,
    ),
  ];
}

/** What must not be, whatever the machine does. */
export function failuresOf({
  closed,
  open,
  beside,
  growth,
  plans,
  answers_moved_by_growth: moved,
}: Figures): readonly string[] {
  const passes = [
    ...closed.map(({ operation, sessions, pass }) => [`${operation}, ${sessions}`, pass] as const),
    ...Object.entries(beside),
    ...growth.flatMap(({ items, alone, busy }) => [
      [`semantic at ${items} items`, alone] as const,
      [`semantic at ${items} items, busy`, busy] as const,
    ]),
    ...open.flatMap(({ sessions, operations }) =>
      Object.entries(operations).map(([name, pass]) => [`${name}, ${sessions} that pause`, pass] as const),
    ),
  ];
  return [
    ...(moved > 0 ? [`${moved} answers have moved with what others stored`] : []),
    ...passes.flatMap(([name, { failures }]) =>
      Object.entries(failures).map(([said, count]) => `${name}: ${count} requests: ${said}`),
    ),
    ...Object.entries(plans).flatMap(([kind, { read_whole: whole }]) =>
      whole.map((table) => `the ${kind} plan reads ${table} from end to end`),
    ),
  ];
}

const atMost = (what: string, figure: number, most: number): Aim => ({
  what,
  figure,
  aim: `≤ ${most}`,
  met: figure <= most,
});
const atLeast = (what: string, figure: number, least: number): Aim => ({
  what,
  figure,
  aim: `≥ ${least}`,
  met: figure >= least,
});
