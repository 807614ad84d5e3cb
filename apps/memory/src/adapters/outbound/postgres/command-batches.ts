import { Batcher, enterScope, type Scope, type SqlDatabase, type SqlExecutor } from '@plinth/postgres';
import { againWhenOvertaken } from './once';

type UserScope = Scope & { readonly user: string };
export type Statement = readonly [text: string, values: readonly unknown[]];
type Rows = readonly unknown[];

/** One command on the tables of one user: what it reads, what it decides from that alone, what it then writes. */
export interface BatchedCommand<T> {
  /** What it does to the tables, in a few words that are the same for every command of its kind; the name of its span. */
  readonly summary: string;
  readonly scope: UserScope;
  readonly load: Statement;
  /** Pure, and called again when the transaction has to be. */
  readonly decide: (rows: Rows) => Decision<T>;
}

export interface Decision<T> {
  readonly writes: readonly Statement[];
  /** It writes nothing, and neither does what it is to stand or fall with. */
  readonly refuses?: boolean;
  /** What the command answers; throws to have it decided again. */
  readonly finish: (answers: readonly Rows[]) => T;
}

interface Job {
  readonly summary: string;
  readonly scope: UserScope;
  readonly load: Statement;
  readonly decide: (rows: Rows) => Decision<void>;
}

/**
 * Group commit of commands: what arrives together shares a transaction, its three round trips and its sync to disk. Owns nothing but
 * the queue.
 * 1. Each command reads and writes in the scope of its own user (M20).
 * 2. A batch that fails is undone as a whole and run again in parts (Batcher, 4), so that no command suffers from another.
 * 3. Commands of a batch are in the order of their users, so that two batches lock rows in the same order.
 */
export class CommandBatches {
  private readonly batcher: Batcher<Job, undefined>;

  constructor(
    private readonly database: SqlDatabase,
    limits: { readonly maxBatch: number; readonly concurrency: number } = { maxBatch: 32, concurrency: 2 },
  ) {
    this.batcher = new Batcher({ ...limits, flush: (jobs) => this.flush(jobs), summary: (job) => job.summary });
  }

  async run<T>({ summary, scope, load, decide }: BatchedCommand<T>): Promise<T> {
    let answer: { readonly value: T } | undefined;
    await this.batcher.add({
      summary,
      scope,
      load,
      decide: (rows) => {
        const { writes, finish } = decide(rows);
        return { writes, finish: (answers) => void (answer = { value: finish(answers) }) };
      },
    });
    if (!answer) throw new Error('a command of the batch was not finished');
    return answer.value;
  }

  /** In one transaction of their own; where one refuses none writes, and the answers of those that refuse are all there are. */
  async together<T>(commands: readonly BatchedCommand<T>[]): Promise<readonly T[]> {
    const answers = new Map<number, T>();
    const jobs = commands.map(({ decide, ...command }, at) => ({
      ...command,
      decide: (rows: Rows): Decision<void> => {
        const { finish, ...decision } = decide(rows);
        return { ...decision, finish: (written) => void answers.set(at, finish(written)) };
      },
    }));
    await againWhenOvertaken(() => {
      answers.clear();
      return this.transact(jobs, true);
    });
    return [...answers].sort(([a], [b]) => a - b).map(([, answer]) => answer);
  }

  private async flush(jobs: readonly Job[]): Promise<undefined[]> {
    await (jobs.length === 1 ? againWhenOvertaken(() => this.transact(jobs)) : this.transact(jobs));
    return jobs.map(() => undefined);
  }

  private async transact(jobs: readonly Job[], asOne = false): Promise<void> {
    const [only] = jobs;
    if (only && jobs.length === 1) {
      await this.database.transaction(async (tx) => {
        const [decision] = await this.load(tx, [only], false);
        if (decision) await this.write(tx, [{ job: only, decision }], false);
      }, only.scope);
      return;
    }
    const ordered = jobs.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    await this.database.transaction(async (tx) => {
      const decisions = await this.load(tx, ordered, true);
      const decided = ordered.flatMap((job, i) => (decisions[i] ? [{ job, decision: decisions[i] }] : []));
      const refusing = asOne ? decided.filter(({ decision }) => decision.refuses) : [];
      await this.write(tx, refusing.length > 0 ? refusing : decided, true);
    });
  }

  /** All reads of a batch travel together. */
  private async load(tx: SqlExecutor, jobs: readonly Job[], scoped: boolean): Promise<Decision<void>[]> {
    const rows = await Promise.all(
      jobs.map(async ({ scope, load: [text, values] }) => {
        const [, answer] = await Promise.all([scoped ? enterScope(tx, scope) : undefined, tx.query(text, values)]);
        return answer;
      }),
    );
    return jobs.map(({ decide }, i) => decide(rows[i] ?? []));
  }

  private async write(
    tx: SqlExecutor,
    decided: readonly { readonly job: Job; readonly decision: Decision<void> }[],
    scoped: boolean,
  ): Promise<void> {
    const answers = await Promise.all(
      decided.map(async ({ job: { scope }, decision: { writes } }) => {
        if (writes.length === 0) return [];
        const entered = scoped ? enterScope(tx, scope) : undefined;
        const [, ...rows] = await Promise.all([entered, ...writes.map(([text, values]) => tx.query(text, values))]);
        return rows;
      }),
    );
    decided.forEach(({ decision: { finish } }, i) => finish(answers[i] ?? []));
  }
}

const placeOf = ({ scope }: Job): string => JSON.stringify([scope.tenant, scope.user]);
