import { messageId, sessionId, tenantId, turnId } from '@plinth/kernel';
import { metricsText, resetMetrics } from '@plinth/telemetry';
import type { SessionCache } from '../../ports/session-cache';
import type { TurnKnowledge, TurnLedger } from '../../ports/turn-ledger';
import { FixedPolicies } from '../../ports/fixed-policies.stage';
import { AssembleContext } from './assemble-context';

const NOTHING_KNOWN: TurnKnowledge = {
  baseVersion: 0,
  version: 0,
  updates: [],
  profile: [],
  candidates: [],
  rounds: [],
  found: [],
  erased: false,
};
const ledgerOf = (known: TurnKnowledge) =>
  ({
    assemble: (_key: unknown, _query: unknown, decide: Parameters<TurnLedger['assemble']>[2]) =>
      Promise.resolve({ repeated: false, ...decide(known), version: 0 }),
  }) as unknown as TurnLedger;
const cache = { read: () => Promise.resolve(undefined), save: () => Promise.resolve() } as unknown as SessionCache;

const assemble = (text: string, known: TurnKnowledge, stopwatch: () => number = () => 0) =>
  new AssembleContext(ledgerOf(known), cache, new FixedPolicies(), stopwatch).assemble({
    id: messageId('c-1'),
    tenant: tenantId('default'),
    session: sessionId('s-1'),
    turn: turnId('0b0e2a51-4a0c-5b8e-9d55-4d2d1f4f2c11'),
    data: {
      ...{ user: { user_id: 'u-1' }, text, locale: 'zh-CN', time_zone: 'Asia/Shanghai' },
      now: '2026-11-02T08:00:00.000Z',
    },
  });

describe('the assembly of a turn', () => {
  it.each([
    ['我的月薪是多少？', '月薪', '52000元'],
    ['What is my salary?', 'salary', '$98,000'],
  ])('M21: tells no planner how much somebody is paid: %s', async (text, key, value) => {
    const fact = { id: 'f-1', key, value, sourceType: 'user', observedAtMs: 0 } as const;
    const assembled = JSON.stringify(await assemble(text, { ...NOTHING_KNOWN, profile: [fact] }));
    expect(assembled).toContain('***');
    expect(assembled).not.toContain(value);
  });

  it('M9: is timed as a recall of a turn, by the layer that answered', async () => {
    const times = [1_000, 1_010, 1_020];
    resetMetrics();
    const assembled = await assemble('我的邮箱是多少', NOTHING_KNOWN, () => times.shift() ?? NaN);
    expect(assembled).toMatchObject({ preview: { answered_by: 'none', took_ms: 10 } });
    const text = await metricsText();
    expect(text).toContain('plinth_memory_recall_seconds_sum{layer="none",via="turn"} 0.02');
    expect(text).toContain('plinth_memory_recall_seconds_count{layer="none",via="turn"} 1');
  });
});
