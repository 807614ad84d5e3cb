import { z } from 'zod';
import type { BenchStand } from './bench-stand';
import { itemOf, userName } from './load-users';
import { Overloaded, type Request } from './loops';
import { madeQuestion, madeUtterance } from './made-texts';

/** What is measured; the names are those of the report. */
export const OPERATIONS = ['session_read', 'session_write', 'profile', 'semantic', 'assembly', 'write'] as const;
export type Operation = (typeof OPERATIONS)[number];

const BY_PROFILE = /^\{"answered_by":"profile"/;
/** A made question of few words may find items, none of which suffices. */
const BY_SEARCH = /^\{"answered_by":"(?:semantic|none)","items":\[\{/;
/** Items of this number and beyond are new to every user. */
const FIRST_NEW_ITEM = 1_000_000;
const TURNS_PER_SESSION = 10;

/**
 * One request each. `session_write` notes what the assistant answered, `assembly` hears the user: it reads the words, moves the session,
 * recalls, puts the context together and commits. `profile` must be answered by the profile and `semantic` by the items, or it has failed.
 */
export function operationsOn({ http }: BenchStand, users: number, nowMs: number): Readonly<Record<Operation, Request>> {
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown, answered?: RegExp): Promise<void> => {
    const { status, text } = await http.send(method, path, body);
    if (status === 503) throw new Overloaded(text.slice(0, 150));
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 150)}`);
    if (answered !== undefined && !answered.test(text))
      throw new Error(`not answered by ${answered.source}: ${text.slice(0, text.indexOf(','))}`);
  };
  // Each request of a session goes on with other words; users are spread over all.
  const userOf = (session: number) => userName((session * 37) % users);
  const anyUser = (session: number, count: number) => userName((session * 37 + count * 101) % users);
  // A session of so many turns is followed by another of the same user.
  const turns = new Map<number, number>();
  const sessionOf = (session: number) =>
    `bench-session-${session}-${Math.floor(((turns.get(session) ?? 1) - 1) / TURNS_PER_SESSION)}`;
  let items = FIRST_NEW_ITEM;
  const recall = (user: string, query: string, answered: RegExp) =>
    call('POST', '/v1/memory/recall', { user_id: user, query, now: nowMs, time_zone: 'Asia/Shanghai' }, answered);
  const observe = (session: number, role: string, text: string) =>
    call('POST', '/v1/memory/observe', {
      ...{ user_id: userOf(session), session_id: sessionOf(session), role, text, now: nowMs },
      time_zone: 'Asia/Shanghai',
    });
  return {
    session_read: (session) => call('GET', `/v1/memory/sessions/${sessionOf(session)}`),
    session_write: (session) => observe(session, 'assistant', '好的，已经记下了。'),
    profile: (session, count) =>
      recall(anyUser(session, count), count % 2 ? '我叫什么名字？' : 'What is my name?', BY_PROFILE),
    semantic: (session, count) => recall(anyUser(session, count), madeQuestion(session * 1_000 + count), BY_SEARCH),
    assembly: (session, count) => {
      turns.set(session, (turns.get(session) ?? 0) + 1);
      return observe(session, 'user', madeUtterance(session * 1_000 + count));
    },
    write: (session, count) => {
      const item = itemOf((session * 37 + count * 101) % users, (items += 1), FIRST_NEW_ITEM, nowMs);
      return call('POST', '/v1/memory/items', { ...item, timestamp: nowMs });
    },
  };
}

const recalled = z.object({ items: z.array(z.object({ id: z.string(), score: z.number() })) });
const QUESTIONS_OF_A_USER = 5;

/** What the first users are answered, ids and scores: the same whatever others have stored. */
export async function answersOf({ http }: BenchStand, users: number, nowMs: number): Promise<readonly string[]> {
  const answers: string[] = [];
  for (let n = 0; n < users * QUESTIONS_OF_A_USER; n += 1) {
    const body = { user_id: userName(n % users), query: madeQuestion(n), top_k: 10, now: nowMs };
    const { status, text } = await http.send('POST', '/v1/memory/recall', body);
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 150)}`);
    answers.push(JSON.stringify(recalled.parse(JSON.parse(text)).items));
  }
  return answers;
}
