import { isRefusal, messageId, RandomIds, tenantId } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';
import { ListedCalls } from '../../ports/listed-calls.stage';
import type { RecordedCall } from '../../ports/recorded-calls';
import { answered, answeredCall, shadowUnderTest, stockSkill } from '../run-shadow/shadow-under-test.stage';
import { AskReplay } from './ask-replay';
import { OneReplay } from './in-memory-replays.stage';
import { RunReplays } from './run-replays';

const tenant = tenantId('default');

function recorded(count: number): RecordedCall[] {
  return Array.from({ length: count }, (_, at): RecordedCall => {
    const { invocation, reply } = answeredCall();
    const { input } = invocation;
    if (!input) throw new Error('no input');
    const call = { tenant, commandId: messageId(`r-${at}`), session: 's', turn: `t-${at}`, userId: 'li' };
    return { ...call, skill: 'stock', version: '1.0.0', atMs: 1_000 + at, input, reply };
  });
}

function replaysOf(manifests?: Parameters<typeof shadowUnderTest>[0], calls = recorded(7)) {
  const under = shadowUnderTest(manifests, { atOnce: 2, waiting: 1 });
  const ledger = new OneReplay();
  const listed = new ListedCalls(calls);
  const logger = createLogger({ service: 'skill-gateway', level: 'silent' });
  const settings = { stepCalls: 3, stepMs: 1_000, leaseMs: 60_000 };
  const { catalogue, aside, pool, pace, clock } = under;
  const runner = () => new RunReplays(catalogue, ledger, listed, aside, pool, pace, logger, settings);
  const asking = new AskReplay(catalogue, ledger, clock, new RandomIds());
  const ask = (over: object = {}) =>
    asking.ask({ tenant, skill: 'stock', candidate: '2.0.0', sinceMs: 0, turns: undefined, key: undefined, ...over });
  return { ...under, ledger, runner, ask, listed };
}

describe('a replay of recorded calls', () => {
  it('S14: runs every recorded call against the candidate once, in bounded steps, and tells the differences', async () => {
    const under = replaysOf();
    let calls = 0;
    under.provider.answers.set('2.0.0', () => answered({ count: (calls += 1) % 2 === 0 ? 3 : 4 }));
    const asked = await under.ask();
    if (isRefusal(asked)) throw new Error(asked.error.code);
    expect(await under.runner().run()).toBe(true);
    expect(under.ledger.replay).toMatchObject({ status: 'completed', counts: { same: 3, different: 4, skipped: 0 } });
    expect(under.provider.requests.map(({ version }) => version)).toEqual(Array(7).fill('2.0.0'));
    expect(new Set(under.provider.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(7);
    expect(under.ledger.found).toHaveLength(4);
    expect(under.ledger.found[0]).toMatchObject({
      differences: [{ path: 'count', kind: 'value', baseline: 'number', candidate: 'number' }],
    });
    expect(under.pace.elapsedMs()).toBeGreaterThanOrEqual(2_000);
    expect(await under.runner().run()).toBe(false);
  });

  it('S14: goes on behind its last step after its owner has died, and counts no call twice', async () => {
    const under = replaysOf();
    under.provider.answers.set('2.0.0', () => {
      if (under.provider.requests.length === 5) under.ledger.die();
      return answered({ count: 3 });
    });
    await under.ask();
    await under.runner().run();
    expect(under.ledger.replay).toMatchObject({ status: 'completed', counts: { same: 7, different: 0 } });
    expect(under.provider.requests).toHaveLength(10);
  });

  it('S14: leaves itself to the next replica when it is stopped', async () => {
    const under = replaysOf();
    const first = under.runner();
    under.provider.answers.set('2.0.0', () => {
      first.stop();
      return answered({ count: 3 });
    });
    await under.ask();
    await first.run();
    expect(under.ledger.replay).toMatchObject({ status: 'running', counts: { same: 3 } });
    await under.runner().run();
    expect(under.ledger.replay).toMatchObject({ status: 'completed', counts: { same: 7 } });
  });

  it('S14: takes the calls of the turns that are named, and never later ones than itself', async () => {
    const under = replaysOf();
    under.provider.answers.set('2.0.0', () => answered({ count: 3 }));
    under.listed.calls.push({ ...recorded(1)[0]!, turn: 't-1', atMs: 2_000_000 });
    await under.ask({ turns: ['t-1', 't-5'] });
    await under.runner().run();
    expect(under.ledger.replay).toMatchObject({ counts: { same: 2 } });
  });

  it('S14, S8: is refused for a candidate that allows no run, and stopped when it no longer does', async () => {
    const never = replaysOf([stockSkill('1.0.0'), stockSkill('2.0.0', { shadow: 'never' })]);
    expect(await never.ask()).toMatchObject({ refused: true, error: { code: 'shadow_not_allowed', rule: 'never' } });
    expect(await never.ask({ candidate: '9.0.0' })).toMatchObject({
      error: { field: 'candidate', rule: 'registered' },
    });
    await never.ledger.open({
      tenant,
      id: 'x',
      skill: 'stock',
      candidate: '2.0.0',
      sinceMs: 0,
      askedAtMs: 9_000,
      turns: undefined,
    });
    await never.runner().run();
    expect(never.ledger.replay).toMatchObject({ status: 'stopped', reason: 'shadow_not_allowed' });
    expect(never.provider.requests).toEqual([]);
  });

  it('S14, S8: runs dry what acts', async () => {
    const acts = { effect: 'write' as const, shadow: 'dry_run' as const, receipt: { fields: ['id'] } };
    const under = replaysOf([stockSkill('1.0.0', acts), stockSkill('2.0.0', acts)], recorded(1));
    under.provider.answers.set('2.0.0', () => answered({ count: 3 }));
    await under.ask();
    await under.runner().run();
    expect(under.provider.requests).toMatchObject([{ dryRun: true }]);
    expect(under.ledger.replay).toMatchObject({ counts: { same: 1 } });
  });

  it('S14: is the same one for the same key', async () => {
    const under = replaysOf();
    const [one, other] = [await under.ask({ key: 'k' }), await under.ask({ key: 'k' })];
    if (isRefusal(one) || isRefusal(other)) throw new Error('refused');
    expect(other.replay.id).toBe(one.replay.id);
    for (const wish of [{ sinceMs: 5 }, { turns: ['t-1'] }, { candidate: '1.0.0' }])
      expect(await under.ask({ key: 'k', ...wish })).toMatchObject({ error: { code: 'idempotency_key_reused' } });
  });
});
