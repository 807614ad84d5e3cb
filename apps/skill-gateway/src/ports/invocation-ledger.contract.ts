import { messageId, requestId, sessionId, tenantId, turnId } from '@plinth/kernel';
import { randomUUID } from 'node:crypto';
import type { SkillReply } from '../domain/outcome/skill-reply';
import type { Invocation, InvocationLedger, LedgerLease, Opened } from './invocation-ledger';

const MADE_AT_MS = 1_000;
const LEASED = { leaseMs: 60_000, madeAtMs: MADE_AT_MS };
/** A lease that ends as it begins. */
const ENDED = { ...LEASED, leaseMs: 0 };

export const reply = (refundId = 'RF-1'): SkillReply => ({
  kind: 'succeeded',
  data: {
    ...{ skill: 'refund', version: '1.0.0', lane: 'baseline', effect: 'irreversible', duration_ms: 12.5, attempts: 1 },
    result: { refund_id: refundId },
    receipt: { refund_id: refundId },
  },
});

/** What every ledger keeps; the numbers are the invariants of the port. Each test works on rows of its own. */
export function invocationLedgerContract(open: () => InvocationLedger): void {
  let ledger: InvocationLedger;
  let tenant: ReturnType<typeof tenantId>;
  beforeEach(() => {
    ledger = open();
    tenant = tenantId(`t-${randomUUID()}`);
  });

  const invocation = (over: Partial<Invocation> = {}): Invocation => ({
    origin: {
      tenant,
      commandId: messageId(randomUUID()),
      session: sessionId('s'),
      turn: turnId('t'),
      request: requestId('r'),
      trace: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
    },
    skill: 'refund',
    version: '1.0.0',
    lane: 'baseline',
    userId: 'li',
    input: { arguments: { order_id: 'A', note: '好的 🙂' }, locale: 'zh-CN', attributes: { vip: true } },
    ...over,
  });
  const leaseOf = (opened: Opened): LedgerLease => {
    if (opened.kind !== 'opened' && opened.kind !== 'taken_over') throw new Error(`no lease: ${opened.kind}`);
    return opened.lease;
  };
  const mine = async () => (await ledger.takeDue(1_000, LEASED.leaseMs)).filter((due) => due.lease.tenant === tenant);

  it('1: keeps one row for a command that comes many times at once, and gives one lease', async () => {
    const command = invocation();
    const opened = await Promise.all(Array.from({ length: 8 }, () => ledger.open(command, LEASED)));
    expect(opened.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
    expect(opened.filter(({ kind }) => kind === 'busy')).toHaveLength(7);
  });

  it('T3: gives the recorded reply to a repeated command, exactly', async () => {
    const command = invocation();
    const lease = leaseOf(await ledger.open(command, LEASED));
    expect(await ledger.settle(lease, reply(), false)).toBe(true);
    expect(await ledger.open(command, LEASED)).toEqual({ kind: 'recorded', invocation: command, reply: reply() });
    expect(await mine()).toEqual([]);
  });

  it('finds what there is of a command, and takes nothing by it', async () => {
    const command = invocation();
    const { commandId } = command.origin;
    const direct = { ...command, origin: { ...command.origin, direct: true as const } };
    expect(await ledger.find(tenant, commandId)).toBeUndefined();
    const lease = leaseOf(await ledger.open(direct, ENDED));
    expect(await ledger.find(tenant, commandId)).toEqual({ kind: 'busy', invocation: direct });
    expect(await ledger.settle(lease, reply(), false)).toBe(true);
    expect(await ledger.find(tenant, commandId)).toEqual({ kind: 'recorded', invocation: direct, reply: reply() });
    expect(await ledger.find(tenantId('another'), commandId)).toBeUndefined();
  });

  it('2: gives a command whose lease has ended to one other, with what was asked', async () => {
    const command = invocation();
    await ledger.open(command, ENDED);
    const opened = await Promise.all([ledger.open(command, LEASED), ledger.open(command, LEASED)]);
    expect(opened.map(({ kind }) => kind).sort()).toEqual(['busy', 'taken_over']);
    expect(opened.find(({ kind }) => kind === 'taken_over')).toMatchObject({ invocation: command, takes: 2 });
  });

  it('2: counts how often a command was taken over, by a delivery or by a sweeper', async () => {
    const command = invocation();
    await ledger.open(command, ENDED);
    expect(await ledger.open(command, ENDED)).toMatchObject({ kind: 'taken_over', takes: 2 });
    expect(await mine()).toMatchObject([{ kind: 'taken_over', takes: 3 }]);
  });

  it('2: lets only the holder of the lease settle', async () => {
    const command = invocation();
    const first = leaseOf(await ledger.open(command, ENDED));
    const second = leaseOf(await ledger.open(command, LEASED));
    expect(await ledger.settle(first, reply('RF-1'), false)).toBe(false);
    expect(await ledger.settle(second, reply('RF-2'), false)).toBe(true);
    expect(await ledger.open(command, LEASED)).toMatchObject({ kind: 'recorded', reply: reply('RF-2') });
  });

  it('2: lets only the holder of the lease say that a reply was sent', async () => {
    const dueNow = async () => (await ledger.takeDue(1_000, 0)).filter((due) => due.lease.tenant === tenant);
    const first = leaseOf(await ledger.open(invocation(), ENDED));
    await ledger.settle(first, reply(), true);
    expect(await dueNow()).toMatchObject([{ kind: 'unanswered' }]);
    await ledger.answered(first);
    const [second] = await dueNow();
    if (second?.kind !== 'unanswered') throw new Error('the reply of another holder is taken for sent');
    await ledger.answered(second.lease);
    expect(await dueNow()).toEqual([]);
  });

  it('3: a settled row keeps its outcome when it is settled again, and says that it was kept', async () => {
    const command = invocation();
    const lease = leaseOf(await ledger.open(command, LEASED));
    await ledger.settle(lease, reply('RF-1'), false);
    expect(await ledger.settle(lease, reply('RF-2'), false)).toBe(true);
    expect(await ledger.open(command, LEASED)).toMatchObject({ reply: reply('RF-1') });
  });

  it('2: a renewed lease is not given away, and one that was lost is not renewed', async () => {
    const command = invocation();
    const lease = leaseOf(await ledger.open(command, ENDED));
    await ledger.renew([lease], LEASED.leaseMs);
    expect(await ledger.open(command, LEASED)).toMatchObject({ kind: 'busy', invocation: command });
    const other = invocation();
    const lost = leaseOf(await ledger.open(other, ENDED));
    const held = leaseOf(await ledger.open(other, ENDED));
    await ledger.renew([lost], LEASED.leaseMs);
    expect((await ledger.open(other, LEASED)).kind).toBe('taken_over');
    expect(held.token).not.toBe(lost.token);
  });

  it('5: what an owner left unsettled is due, once', async () => {
    const command = invocation();
    await ledger.open(command, ENDED);
    await ledger.open(invocation(), LEASED);
    const [first, second] = await Promise.all([mine(), mine()]);
    expect([...first, ...second]).toMatchObject([{ kind: 'taken_over', invocation: command, takes: 2 }]);
  });

  it('5: a reply left to be sent is due until it is sent', async () => {
    const command = invocation();
    const lease = leaseOf(await ledger.open(command, ENDED));
    await ledger.settle(lease, reply(), true);
    const due = await mine();
    expect(due).toMatchObject([{ kind: 'unanswered', invocation: command, reply: reply() }]);
    expect(await mine()).toEqual([]);
    await ledger.renew([due[0]!.lease], ENDED.leaseMs);
    await ledger.answered((await mine())[0]!.lease);
    expect(await mine()).toEqual([]);
  });

  it('T3: records a refusal once, and tells it to a command that would be admitted now', async () => {
    const command = invocation({ version: undefined, lane: undefined });
    const refusal: SkillReply = {
      kind: 'failed',
      data: {
        ...{ skill: 'refund', duration_ms: 0, attempts: 0, outcome: 'not_executed' },
        error: { code: 'unknown_skill', message: 'No such skill.', retryable: false },
      },
    };
    expect((await ledger.refuse(command, refusal, LEASED)).kind).toBe('opened');
    expect(await ledger.open(invocation({ ...command, version: '1.0.0', lane: 'baseline' }), LEASED)).toEqual({
      kind: 'recorded',
      invocation: command,
      reply: refusal,
    });
    expect(await mine()).toEqual([]);
  });

  it('T3: a refusal never overrules what was done, nor what is under way', async () => {
    const done = invocation();
    await ledger.settle(leaseOf(await ledger.open(done, LEASED)), reply(), false);
    expect(await ledger.refuse(done, reply('none'), LEASED)).toMatchObject({ kind: 'recorded', reply: reply() });
    const underWay = invocation();
    await ledger.open(underWay, LEASED);
    expect(await ledger.refuse(underWay, reply('none'), LEASED)).toEqual({ kind: 'busy', invocation: underWay });
  });

  it('M20: keeps the commands of tenants apart, whatever their ids', async () => {
    const command = invocation();
    await ledger.open(command, LEASED);
    const other = { ...command, origin: { ...command.origin, tenant: tenantId(`other-${tenant}`) } };
    expect((await ledger.open(other, LEASED)).kind).toBe('opened');
    expect(await ledger.erase(other.origin.tenant, ['li'], MADE_AT_MS)).toBe(1);
    expect(await ledger.settle(leaseOf(await ledger.open(invocation(), LEASED)), reply(), false)).toBe(true);
  });

  it('erases what is personal of a user, and not that the command was done', async () => {
    const done = invocation();
    await ledger.settle(leaseOf(await ledger.open(done, LEASED)), reply(), false);
    const foreign = invocation({ userId: 'wang' });
    await ledger.settle(leaseOf(await ledger.open(foreign, LEASED)), reply(), false);
    expect(await ledger.erase(tenant, ['li', 'li-old'], MADE_AT_MS)).toBe(1);
    expect(await ledger.erase(tenant, ['li'], MADE_AT_MS)).toBe(0);
    const erased = { ...done, input: undefined };
    expect(await ledger.open(done, LEASED)).toEqual({ kind: 'recorded', invocation: erased, reply: undefined });
    expect(await ledger.open(foreign, LEASED)).toMatchObject({ reply: reply() });
  });

  it('keeps no result of a user who was erased while the skill ran', async () => {
    const command = invocation();
    const lease = leaseOf(await ledger.open(command, LEASED));
    await ledger.erase(tenant, ['li'], MADE_AT_MS);
    expect(await ledger.settle(lease, reply(), false)).toBe(true);
    expect(await ledger.open(command, LEASED)).toMatchObject({ kind: 'recorded', reply: undefined });
  });

  it('4: keeps nothing of a command that was made before its user was erased, and all of a later one', async () => {
    await ledger.erase(tenant, ['li', 'wang'], MADE_AT_MS);
    await ledger.erase(tenant, ['li'], MADE_AT_MS - 1);
    const late = invocation();
    const opened = await ledger.open(late, LEASED);
    expect(opened).toMatchObject({ kind: 'opened', invocation: { ...late, input: undefined } });
    await ledger.settle(leaseOf(opened), reply(), false);
    expect(await ledger.open(late, LEASED)).toMatchObject({ kind: 'recorded', reply: undefined });
    const refused = invocation();
    await ledger.refuse(refused, reply(), LEASED);
    expect(await ledger.open(refused, LEASED)).toMatchObject({ kind: 'recorded', reply: undefined });
    const later = invocation();
    const kept = await ledger.open(later, { ...LEASED, madeAtMs: MADE_AT_MS + 1 });
    expect(kept).toMatchObject({ kind: 'opened', invocation: later });
  });
}
