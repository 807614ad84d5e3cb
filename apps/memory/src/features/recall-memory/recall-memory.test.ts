import { FixedClock, messageId, sessionId, tenantId, turnId, userId } from '@plinth/kernel';
import type { ActivityBook } from '../../ports/activity-book';
import { FixedPolicies } from '../../ports/fixed-policies.stage';
import type { SessionBook } from '../../ports/session-book';
import type { SessionCache } from '../../ports/session-cache';
import type { TurnKnowledge, TurnLedger } from '../../ports/turn-ledger';
import { AssembleContext } from '../assemble-context/assemble-context';
import { RecallMemory } from './recall-memory';

const fact = (key: string, value: string) => ({ id: key, key, value, sourceType: 'user', observedAtMs: 1 }) as const;
const PROFILE = [fact('email', 'ana@example.com'), fact('周会/time', '九点')];
const policies = new FixedPolicies({ defaults: { facts: { currency: '人民币' } } });
const stopwatch = () => 0;
const activities = {
  activityOf: () =>
    Promise.resolve({ actions: [], tasks: [{ sessionId: 's-0', slots: { order_number: 'A1' }, atMs: 1 }] }),
} as unknown as ActivityBook;

const request = new RecallMemory(
  {
    profileOf: () => Promise.resolve({ facts: PROFILE, contacts: [] }),
    search: () => Promise.resolve({ facts: PROFILE, found: [] }),
  },
  {} as SessionBook,
  policies,
  new FixedClock(2),
  stopwatch,
  undefined,
  activities,
);
const KNOWN: TurnKnowledge = {
  ...{ baseVersion: 0, version: 0, updates: [], candidates: [], rounds: [], found: [], erased: false },
  profile: PROFILE,
};
const turn = new AssembleContext(
  {
    assemble: (_key: unknown, _query: unknown, decide: Parameters<TurnLedger['assemble']>[2]) =>
      Promise.resolve({ repeated: false, ...decide(KNOWN), version: 0 }),
  } as unknown as TurnLedger,
  { read: () => Promise.resolve(undefined), save: () => Promise.resolve() } as unknown as SessionCache,
  policies,
  stopwatch,
  undefined,
  activities,
);

describe('the question that memory answers', () => {
  it.each([
    ['我的邮箱是多少？周会是几点？', 'email'],
    ['周会是几点？我的邮箱是多少？', 'email'],
    ['周会是几点？', '周会/time'],
    ['我的货币是什么？', 'currency'],
    ['What have I left unfinished?', 'unfinished_task'],
    ['What have I left unfinished, no wait, what is my email?', 'email'],
    ['What is my email, no wait, what have I left unfinished?', 'unfinished_task'],
  ])('M9, M14: is the same on request as in a turn: %s', async (text, key) => {
    const tenant = tenantId('default');
    const recalled = await request.recall({ tenant, userId: userId('u-1'), query: text, topK: 5 });
    const assembled = await turn.assemble({
      ...{ id: messageId('c-1'), tenant, session: sessionId('s-1') },
      turn: turnId('0b0e2a51-4a0c-5b8e-9d55-4d2d1f4f2c11'),
      data: {
        ...{ user: { user_id: 'u-1' }, text, locale: 'zh-CN', time_zone: 'Asia/Shanghai' },
        now: '2026-11-02T08:00:00.000Z',
      },
    });
    const answers = [recalled, assembled].map((told) => ('error' in told ? undefined : told.answer));
    expect(answers).toEqual([expect.objectContaining({ key }), answers[0]]);
  });
});
