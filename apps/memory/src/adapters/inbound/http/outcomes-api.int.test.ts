import { metricsText } from '@plinth/telemetry';
import { until } from '@plinth/testing';
import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

const HOUR_MS = 3_600_000;
const STEPS = ['session', 'profile', 'semantic', 'none'] as const;
type Step = (typeof STEPS)[number];

interface View {
  readonly profile: readonly { readonly key: string; readonly value: string; readonly confidence: number }[];
  readonly candidates: readonly { readonly id: string; readonly status: string }[];
}

/** What users say in the course of a day, and the step that has to suffice. */
const DAY: readonly (readonly [said: string, step: Step])[] = [
  ['你好', 'none'],
  ['我的暗号是青松', 'none'],
  ['我的暗号是什么？', 'session'],
  ['谢谢', 'none'],
  ['我的邮箱是什么？', 'profile'],
  ['我的电话是多少？', 'profile'],
  ['帮我推荐一家餐馆', 'none'],
  ['好的，那就这家吧', 'none'],
  ['我叫什么名字？', 'profile'],
  ['我上次把望远镜放在哪里了？', 'semantic'],
  ['再见', 'none'],
  ['Hello there', 'none'],
  ['I would like to return my order', 'none'],
  ["What's my email?", 'profile'],
  ['my budget is 300 euros', 'none'],
  ['What is my budget?', 'session'],
  ['Thanks a lot', 'none'],
  ["What's my phone number?", 'profile'],
  ['Please book a table for two', 'none'],
  ['That sounds good', 'none'],
  ['I will be there at seven', 'none'],
  ['Goodbye', 'none'],
];

describe('what memory makes of what it is told', () => {
  let memory: MemoryOverHttp;
  beforeAll(async () => {
    memory = await startMemoryOverHttp({ PLINTH_MEMORY_SWEEP_INTERVAL: '100ms' });
  }, 120_000);
  afterAll(() => memory.close());

  let written = 0;
  const write = async (user: string, type: string, more: object) => {
    const { body } = await memory.call('POST', '/v1/memory/items', {
      ...{ user_id: user, kind: 'fact', timestamp: Date.now(), valid_until: 'until_superseded' },
      ...{ source: { id: `source-${++written}`, channel: 'import', type }, ...more },
    });
    return (body as { items: { id: string; status: string }[] }).items[0]!;
  };
  const view = async (user: string) => (await memory.call('GET', `/v1/memory/users/${user}`)).body as View;
  const answer = (user: string, id: string, word: 'confirm' | 'refuse') =>
    memory.call('POST', `/v1/memory/candidates/${id}/${word}`, { user_id: user });
  const recall = async (user: string, query: string, more: object = {}) =>
    (await memory.call('POST', '/v1/memory/recall', { user_id: user, query, time_zone: 'Asia/Shanghai', ...more }))
      .body as { answered_by: Step; items: { content: string; kept: boolean; reason: string }[] };

  it('M9: over a day of dialogues each turn is answered by the first step that suffices, the search by under a tenth; a metric tells the shares', async () => {
    const user = 'day';
    await write(user, 'system', { attributes: { email: 'day@example.com', phone: '13800138000', name: '李雷' } });
    await write(user, 'user', { kind: 'episode', content: '把望远镜放在阁楼的木箱里了' });
    const before = await shares();
    const steps: [string, Step][] = [];
    for (const [text] of DAY) {
      const turn = { user_id: user, session_id: 'day-1', time_zone: 'Asia/Shanghai' };
      await memory.call('POST', '/v1/memory/observe', { ...turn, role: 'user', text, now: new Date().toISOString() });
      steps.push([text, (await recall(user, text, { session_id: 'day-1' })).answered_by]);
    }
    expect(steps).toEqual(DAY);
    const told = await shares();
    const counted = STEPS.map((step) => told[step] - before[step]);
    expect(counted).toEqual(STEPS.map((step) => DAY.filter(([, expected]) => expected === step).length));
    expect((counted[STEPS.indexOf('semantic')] ?? 0) / DAY.length).toBeLessThan(0.1);
  });

  it('M24: what the user has confirmed is worth 0.95, what a system has verified 0.85, what was only said 0.6, what was inferred 0.3 and told to nobody', async () => {
    const user = 'ann';
    await write(user, 'system', { attributes: { employer: 'Acme' } });
    const { id } = await write(user, 'user', { attributes: { email: 'ann@example.com' } });
    await answer(user, id, 'confirm');
    await memory.call('PUT', `/v1/memory/users/${user}/mode`, { mode: 'learn' });
    await write(user, 'user', { attributes: { birthday: '1990-05-04' } });
    await write(user, 'inference', { content: '她大概喜欢帆船' });
    expect(Object.fromEntries((await view(user)).profile.map(({ key, confidence }) => [key, confidence]))).toEqual({
      ...{ company: 0.85, email: 0.95, birthday: 0.6 },
    });
    expect(await recall(user, '她喜欢帆船吗？', { explain: true })).toMatchObject({
      answered_by: 'none',
      items: [{ content: '她大概喜欢帆船', kept: false, reason: 'low_confidence' }],
    });
    // What is hardly credible is worth more once the user has said it himself.
    await write(user, 'user', { content: '她大概喜欢帆船' });
    expect((await recall(user, '她喜欢帆船吗？')).items).toMatchObject([{ content: '她大概喜欢帆船', kept: true }]);
  });

  it('M12: a candidate that nobody has answered within its day expires: it can be neither confirmed nor refused, is never known, and is counted', async () => {
    const declare = (user: string, hoursAgo: number) =>
      write(user, 'user', {
        attributes: { email: `${user}@example.com` },
        timestamp: Date.now() - hoursAgo * HOUR_MS,
      });
    const expired = await counted('plinth_memory_candidates_total{outcome="expired"}');
    const [late, early] = [await declare('late', 24.1), await declare('early', 23.5)];
    for (const word of ['confirm', 'refuse'] as const)
      expect(await answer('late', late.id, word)).toMatchObject({
        status: 404,
        body: { error: { code: 'candidate_not_found' } },
      });
    await until('it is swept away', 10_000, async () => (await view('late')).candidates.length === 0);
    expect(await counted('plinth_memory_candidates_total{outcome="expired"}')).toBe(expired + 1);
    expect((await view('late')).profile).toEqual([]);
    expect((await recall('late', '我的邮箱是什么？')).answered_by).toBe('none');
    expect(await answer('early', early.id, 'confirm')).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect((await view('early')).profile).toMatchObject([{ key: 'email', value: 'early@example.com' }]);
  });
});

async function shares(): Promise<Record<Step, number>> {
  const count = (step: Step) => counted(`plinth_memory_recall_seconds_count{layer="${step}",via="request"}`);
  const [session, profile, semantic, none] = await Promise.all(STEPS.map(count));
  return { session: session ?? 0, profile: profile ?? 0, semantic: semantic ?? 0, none: none ?? 0 };
}

async function counted(series: string): Promise<number> {
  const line = (await metricsText()).split('\n').find((one) => one.startsWith(`${series} `));
  if (line === undefined) throw new Error(`there is no metric ${series}`);
  return Number(line.split(' ').at(-1));
}
