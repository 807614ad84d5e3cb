import type { Delivery } from '@plinth/bus';
import type { DataOf, reflectionCheck } from '@plinth/contracts';
import { FixedClock, messageId, sessionId, tenantId, turnId } from '@plinth/kernel';
import type { CheckCommand, CheckDraft } from '../../../features/check-draft/check-draft';
import { CheckHandler } from './check-handler';

const data: DataOf<typeof reflectionCheck> = {
  user_id: 'u',
  user_text: '退款',
  draft: { text: '好的', slots: {} },
  round: 0,
  locale: 'zh-CN',
  now: '2026-11-30T00:00:00.000Z',
  skill_results: [],
  facts: {},
};
const delivery = (attempt: number): Delivery => ({
  type: 'reflection.check.v1',
  id: messageId('c1'),
  source: 'orchestrator',
  timeMs: 900,
  tenant: tenantId('t1'),
  session: sessionId('s'),
  turn: turnId('t'),
  topic: 'plinth.reflection.commands',
  attempt,
  appendedAtMs: 950,
  remainingMs: () => 400,
  signal: new AbortController().signal,
});

/** What the use case is told of a command that comes at 1,000 ms. */
async function told(attempt: number): Promise<Pick<CheckCommand, 'oneWayMs' | 'remainingMs'> | undefined> {
  let command: CheckCommand | undefined;
  const checkDraft: Pick<CheckDraft, 'check'> = {
    check: (given) => {
      command = given;

      return Promise.resolve({
        outcome: 'passed',
        partial: false,
        corrections: [],
        checks: [],
        round: 0,
        policy_version: 'p',
        duration_ms: 1,
      });
    },
  };
  await new CheckHandler(checkDraft as CheckDraft, new FixedClock(1_000)).check(data, delivery(attempt));
  return command;
}

describe('CheckHandler', () => {
  it('R5: measures the way of a command from its sender’s clock to the first try', async () => {
    expect(await told(1)).toMatchObject({ oneWayMs: 100, remainingMs: 400 });
  });

  it('R5: learns nothing of the way from a later try, which has waited for reasons of its own', async () => {
    expect(await told(2)).toMatchObject({ oneWayMs: undefined, remainingMs: 400 });
  });
});
