import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal, sessionId, TransientError, userId } from '@plinth/kernel';
import { TestMemory, type Stores } from './test-memory.stage';

export interface Crowd {
  readonly users: number;
  readonly sessions: number;
  /** Answers that were looked through: of turns and of recalls. */
  readonly answers: number;
  /** Answers that hold nothing of their own user, and so prove nothing. */
  readonly empty: number;
  /** Answers that hold a mark of another user. */
  readonly foreign: readonly string[];
  readonly seconds: number;
}

const LIKE_ALL_OTHERS = '城南书店的老地图';

/**
 * Sessions of several users at once, all on one set of use cases as in one process, so that they share connections, batches and caches.
 * Everybody says and asks the same but for a mark of his own: whatever goes astray is seen.
 */
export async function crowd(stores: Stores, { users, sessions }: Pick<Crowd, 'users' | 'sessions'>): Promise<Crowd> {
  const began = performance.now();
  const run = randomUUID().slice(0, 8);
  const markOf = (user: number) => `mark${run}n${user}e`;
  const shared = new TestMemory(stores, { tenant: 'crowd', user: 'nobody', session: run });
  let [answers, empty] = [0, 0];
  const foreign: string[] = [];
  const look = (user: number, answer: unknown): void => {
    const marks = new Set(JSON.stringify(answer).match(/mark[0-9a-f]{8}n\d+e/g));
    answers++;
    if (!marks.delete(markOf(user))) empty++;
    foreign.push(...[...marks].map((mark) => `${markOf(user)} was told ${mark}`));
  };

  const one = async (index: number): Promise<void> => {
    const user = index % users;
    const session = `${run}-${index}`;
    const talk = new TestMemory(stores, { tenant: 'crowd', user: `${run}-${user}`, session });
    const turn = async (text: string, choice?: string) => {
      const command = talk.command(text);
      const assembled = await patiently(() => shared.assembleContext.assemble(command));
      if (isRefusal(assembled)) throw new Error(assembled.error.code);
      const decisions = choice === undefined ? [] : [{ kind: '推荐', choice, reason: '近' }];
      const commit = talk.commitOf(command, text, { decisions });
      const committed = await patiently(() => shared.commitTurn.commit(commit));
      if (isRefusal(committed)) throw new Error(committed.error.code);
      return assembled;
    };
    await turn(`我的暗号是 ${markOf(user)}，请记住`, `${LIKE_ALL_OTHERS} ${markOf(user)}`);
    look(user, await turn(`为什么上次推荐${LIKE_ALL_OTHERS}？`));
    look(user, await turn('我的暗号是什么？'));
    const asking = { tenant: talk.tenant, userId: userId(talk.user), topK: 20 };
    look(user, await patiently(() => shared.recallMemory.recall({ ...asking, query: LIKE_ALL_OTHERS })));
    const inSession = { ...asking, sessionId: sessionId(session), query: '我的暗号是什么？' };
    look(user, await patiently(() => shared.recallMemory.recall(inSession)));
  };
  await Promise.all(Array.from({ length: sessions }, (_, index) => one(index)));
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return { users, sessions, answers, empty, foreign, seconds };
}

const TRIES = 200;

/** Asks again, as the bus does, when the store is too busy to answer in time. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TransientError) || tries === TRIES) throw error;
      await sleep(100);
    }
  }
}
