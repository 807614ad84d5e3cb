import { rounded } from '../bus/percentiles';
import { meterCpu } from '../turn/cpu-meter';
import { bareRecall, vectorsOfAll, vectorsOfUser } from './bare-statements';
import type { BenchStand } from './bench-stand';
import { copyUsers, writeUsers, WRITTEN_USERS } from './load-users';
import { closedLoop, openLoop, type Request } from './loops';
import { cpuOf, measured, metered, type Measured, type WithCpu } from './measured';
import { answersOf, operationsOn, OPERATIONS, type Operation } from './operations';
import { recallPlans } from './recall-plan';
import { recallStatements } from './recall-statements';
import type { Sizes } from './sizes';

export const say = (text: string): void => console.error(text);

const BUSY = 50;
/** Requests whose statements the bare runs repeat. */
const SAMPLED = 200;
/** A scan of everybody's vectors takes long: so few at once, and not for longer than a pass. */
const SCANS_AT_ONCE = 2;

type Pass = Measured & WithCpu;
export type Figures = Awaited<ReturnType<typeof measureMemory>>;

/** The whole measurement on a stand that holds nothing yet. */
export async function measureMemory(stand: BenchStand, { users, items, steps, passMs, openLoops }: Sizes) {
  const nowMs = Date.now();
  // Nothing that is measured goes over the bus.
  const parts = [stand.memory, ...stand.servers.filter(({ name }) => name !== 'kafka')];
  const pass = async (name: string, request: Request, sessions: number): Promise<Pass> => {
    const result = await metered(parts, () => closedLoop(request, sessions, passMs));
    const { per_second: rate, latency, cpu_ms: cpu, cores_used_by_others: others } = result;
    say(
      `  ${name}, ${sessions}: ${rate}/s, p50 ${latency.p50Ms} p95 ${latency.p95Ms} p99 ${latency.p99Ms} ms, ${cpu} ms CPU` +
        (others > 0.2 ? `; ${others} cores are busy with other work` : ''),
    );
    return result;
  };

  const writers = Math.min(WRITTEN_USERS, steps[0] ?? users);
  say(`writing ${writers} users of ${items} items over HTTP`);
  const written = await writeUsers(stand, writers, items, nowMs);
  say(`  ${rounded(written.items / written.seconds)} items/s`);

  let before: readonly string[] | undefined;
  let moved: number | undefined;
  const growth: { items: number; load_seconds: number; alone: Pass; busy: Pass }[] = [];
  for (const [step, reached] of steps.entries()) {
    const startedAt = performance.now();
    const from = step === 0 ? writers : (steps[step - 1] ?? writers);
    say(`${reached * items} items`);
    await copyUsers(stand, writers, from, reached);
    const seconds = rounded((performance.now() - startedAt) / 1_000);
    say(`  copied within ${seconds} s`);
    const answers = await answersOf(stand, writers, nowMs);
    before ??= answers;
    moved = answers.filter((answer, n) => answer !== before?.[n]).length;
    const { semantic } = operationsOn(stand, reached, nowMs);
    await closedLoop(semantic, BUSY, passMs / 4);
    const alone = await pass('semantic', semantic, 1);
    growth.push({ items: reached * items, load_seconds: seconds, alone, busy: await pass('semantic', semantic, BUSY) });
  }

  const operations = operationsOn(stand, users, nowMs);
  const most = Math.max(BUSY, ...openLoops.map(({ sessions }) => sessions));
  say(`opening ${most} sessions`);
  await inTurn(most, BUSY, (session) => operations.assembly(session, 0));

  say('recall beside its bare statement, and pure vector search');
  const statements = await recallStatements(stand, () => inTurn(SAMPLED, 4, (n) => operations.semantic(n, 0)));
  const plans = await recallPlans(stand, statements[0] ?? { text: '', values: [] });
  const bare = bareRecall(stand, statements);
  await closedLoop(bare, BUSY, passMs / 4);
  const beside = {
    bare_before: await pass('bare statement', bare, BUSY),
    recall: await pass('semantic', operations.semantic, BUSY),
    bare_after: await pass('bare statement', bare, BUSY),
    bare_alone: await pass('bare statement', bare, 1),
    vectors_of_user: await pass('vectors of the user', vectorsOfUser(stand, statements), BUSY),
    vectors_of_user_alone: await pass('vectors of the user', vectorsOfUser(stand, statements), 1),
    vectors_of_all: await pass('vectors of all', vectorsOfAll(stand, statements), SCANS_AT_ONCE),
    vectors_of_all_alone: await pass('vectors of all', vectorsOfAll(stand, statements), 1),
  };

  say('sessions without pause');
  const closed: { operation: Operation; sessions: number; pass: Pass }[] = [];
  for (const sessions of [1, BUSY])
    for (const operation of OPERATIONS) {
      await closedLoop(operations[operation], sessions, passMs / 8);
      closed.push({ operation, sessions, pass: await pass(operation, operations[operation], sessions) });
    }

  say('sessions that pause');
  const open = [];
  for (const loop of openLoops) {
    const read = meterCpu(parts);
    const results = await openLoop({ ...loop, requests: operations });
    const seconds = Math.max(...[...results.values()].map((result) => result.seconds));
    const requests = [...results.values()].reduce((sum, { latenciesMs }) => sum + latenciesMs.length, 0);
    const refused = [...results.values()].reduce((sum, result) => sum + result.refused, 0);
    const by = Object.fromEntries([...results].map(([name, result]) => [name, measured(result)]));
    open.push({
      ...loop,
      per_second: rounded(requests / seconds),
      ...cpuOf(read(), requests, seconds),
      operations: by,
    });
    say(
      `  ${loop.sessions} sessions, ${loop.pauseMs / 1_000} s: ${rounded(requests / seconds)}/s, ${refused} refused; p95 ms: ` +
        Object.entries(by)
          .map(([name, { latency }]) => `${name} ${latency.p95Ms}`)
          .join(', '),
    );
  }
  return {
    written: { items: written.items, per_second: rounded(written.items / written.seconds) },
    growth,
    answers_moved_by_growth: moved ?? 0,
    plans,
    beside,
    closed,
    open,
  };
}

async function inTurn(total: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let n = next++; n < total; n = next++) await work(n);
    }),
  );
}
