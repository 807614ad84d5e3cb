import { deriveId, requestId, sessionId, tenantId, turnId, type TurnId } from '@plinth/kernel';
import type { SessionKey } from '../domain/session/session';
import type { SessionEvent } from '../domain/session/session-event';
import type { Append, SessionHead, SessionJournal } from './session-journal';

let unique = 0;
const freshKey = (tenant = 'ta'): SessionKey => ({
  tenant: tenantId(tenant),
  session: sessionId(`s${process.pid}-${(unique += 1)}`),
});

function requested(key: SessionKey, seq: number, turn = turnOf(key, seq)): SessionEvent {
  return {
    seq,
    id: deriveId('requested', turn),
    type: 'turn.requested.v1',
    turn,
    request: requestId('r1'),
    at: 1_700_000_000_000 + seq,
    source: 'orchestrator',
    trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    data: { locale: 'zh-CN', time_zone: 'Asia/Shanghai' },
    texts: { user: { user_id: 'u1' }, text: '退款 “A1” 👍', body_hash: 'h', attributes: { vip: true, n: 1.5 } },
  };
}

function started(seq: number, turn: TurnId): SessionEvent {
  return {
    seq,
    id: deriveId('started', turn),
    type: 'turn.started.v1',
    turn,
    at: 1_700_000_000_000,
    source: 'orchestrator',
    causation: deriveId('cause', turn),
    data: {},
    texts: null,
  };
}

function completed(seq: number, turn: TurnId): SessionEvent {
  const record = {
    status: 'completed',
    notices: [],
    steps: [],
    usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, messages: 0, duration_ms: 1 },
  } as const;
  const texts = { reply: '好的', slots: {}, evidence: [] };
  return {
    seq,
    id: deriveId('completed', turn),
    type: 'turn.completed.v1',
    turn,
    at: 1,
    source: 'orchestrator',
    data: { record },
    texts,
  };
}

const turnOf = (key: SessionKey, n: number): TurnId => turnId(deriveId('turn', key.tenant, key.session, n));
const append = (
  key: SessionKey,
  expectedSeq: number,
  events: readonly SessionEvent[],
  head: SessionHead = {},
): Append => ({ ...key, expectedSeq, events, head });

/** What every journal guarantees; `open` gives an empty or shared one, sessions have names of their own. */
/** `pass` lets time pass in the store: what it keeps becomes due that much sooner. */
export function sessionJournalContract(open: () => SessionJournal, pass: (ms: number) => Promise<void>): void {
  it('T2: gives back exactly what was appended, in order, after any seq', async () => {
    const journal = open();
    const key = freshKey();
    const turn = turnOf(key, 1);
    const events = [requested(key, 1), started(2, turn)];
    expect(await journal.append(append(key, 0, events))).toMatchObject({ outcome: 'appended' });
    expect(await journal.append(append(key, 2, [completed(3, turn)]))).toMatchObject({ outcome: 'appended' });
    expect(await journal.read(key, 0)).toEqual([...events, completed(3, turn)]);
    expect(await journal.read(key, 2)).toEqual([completed(3, turn)]);
    expect(await journal.read(freshKey(), 0)).toEqual([]);
  });

  it('T2: refuses an append on a session that has moved on, and writes nothing of it', async () => {
    const journal = open();
    const key = freshKey();
    await journal.append(append(key, 0, [requested(key, 1)]));
    for (const stale of [
      append(key, 0, [requested(key, 1, turnOf(key, 9))]),
      append(key, 5, [requested(key, 6, turnOf(key, 9))]),
    ]) {
      expect(await journal.append(stale)).toEqual({ outcome: 'conflict' });
    }
    expect(await journal.read(key, 0)).toHaveLength(1);
  });

  it('T2: tells an event that it has already, whatever seq comes with it', async () => {
    const journal = open();
    const key = freshKey();
    const turn = turnOf(key, 1);
    await journal.append(append(key, 0, [requested(key, 1), started(2, turn)]));
    expect(await journal.append(append(key, 0, [requested(key, 1)]))).toEqual({ outcome: 'duplicate' });
    expect(await journal.append(append(key, 2, [{ ...requested(key, 3), id: requested(key, 1).id }]))).toEqual({
      outcome: 'duplicate',
    });
    expect(await journal.read(key, 0)).toHaveLength(2);
  });

  it('T2: lets one of many writers at once win each place, with as many sessions beside it as there are', async () => {
    const journal = open();
    const key = freshKey();
    const others = Array.from({ length: 20 }, () => freshKey('tb'));
    const rivals = Array.from({ length: 10 }, (_one, n) =>
      journal.append(append(key, 0, [requested(key, 1, turnOf(key, n))])),
    );
    const calm = others.map((other) => journal.append(append(other, 0, [requested(other, 1)])));
    const outcomes = (await Promise.all(rivals)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(9);
    expect((await Promise.all(calm)).every(({ outcome }) => outcome === 'appended')).toBe(true);
    expect(await journal.read(key, 0)).toHaveLength(1);
  });

  it('T8: finds a turn by its id within its tenant alone', async () => {
    const journal = open();
    const key = freshKey();
    const turn = turnOf(key, 1);
    await journal.append(append(key, 0, [requested(key, 1), requested(key, 2), started(3, turn)]));
    expect(await journal.readTurn({ tenant: key.tenant, turn })).toMatchObject({
      session: key.session,
      events: [{ seq: 1 }, { seq: 3 }],
    });
    expect(await journal.readTurn({ tenant: tenantId('tb'), turn })).toBeUndefined();
  });

  it('T6: answers for many turns at once which have ended, of any tenant', async () => {
    const journal = open();
    const [one, two] = [freshKey(), freshKey('tb')];
    const [a, b] = [turnOf(one, 1), turnOf(two, 1)];
    await journal.append(append(one, 0, [requested(one, 1), completed(2, a)]));
    await journal.append(append(two, 0, [requested(two, 1), completed(2, b)]));
    const open2 = { tenant: one.tenant, turn: turnOf(one, 7) };
    const ended = await journal.finals([
      { tenant: one.tenant, turn: a },
      open2,
      { tenant: two.tenant, turn: b },
      { tenant: two.tenant, turn: a },
    ]);
    expect(ended.map(({ tenant, turn }) => [tenant, turn]).sort()).toEqual(
      [
        [one.tenant, a],
        [two.tenant, b],
      ].sort(),
    );
    expect(ended.find(({ turn }) => turn === a)?.event).toEqual(completed(2, a));
    expect(await journal.finals([])).toEqual([]);
  });

  it('T3: hands a due session to one sweeper, and again only after a growing back-off or the next append', async () => {
    const journal = open();
    const key = freshKey();
    const wakeAtMs = (await journal.nowMs()) + 60_000;
    await journal.append(append(key, 0, [requested(key, 1)], { wakeAtMs }));
    const claim = async () => (await journal.claimDue(1_000)).due.some(({ session }) => session === key.session);
    expect(await claim()).toBe(false);
    await pass(60_000);
    const both = await Promise.all([claim(), claim()]);
    expect(both.filter(Boolean)).toHaveLength(1);
    for (const backoffMs of [5_000, 10_000]) {
      await pass(backoffMs - 2_000);
      expect(await claim()).toBe(false);
      await pass(2_000);
      expect(await claim()).toBe(true);
    }
    await journal.append(append(key, 1, [requested(key, 2)]));
    await pass(10_000_000);
    expect(await claim()).toBe(false);
  });

  it('T3: tells its clock with every claim, whether or not anything is due', async () => {
    const journal = open();
    const before = await journal.nowMs();
    const { nowMs, due } = await journal.claimDue(0);
    expect(due).toEqual([]);
    expect(nowMs).toBeGreaterThanOrEqual(before);
    expect(await journal.nowMs()).toBeGreaterThanOrEqual(nowMs);
  });

  it('finds the sessions of a user by the id as sent and by the canonical one, within the tenant', async () => {
    const journal = open();
    const [one, two, other] = [freshKey(), freshKey(), freshKey('tb')];
    const [sent, canonical] = [`sent-${one.session}`, `canonical-${one.session}`];
    await journal.append(append(one, 0, [requested(one, 1)], { userKey: sent }));
    await journal.append(append(two, 0, [requested(two, 1)], { userKey: 'x', userId: canonical }));
    await journal.append(append(other, 0, [requested(other, 1)], { userKey: sent }));
    const found = await journal.sessionsOf(one.tenant, [sent, canonical, 'nobody']);
    expect(found.map(({ session }) => session).sort()).toEqual([one.session, two.session].sort());
  });

  it('empties every earlier text of an erased session and keeps what follows', async () => {
    const journal = open();
    const key = freshKey();
    const turn = turnOf(key, 1);
    await journal.append(append(key, 0, [requested(key, 1), started(2, turn)]));
    const erased: SessionEvent = {
      seq: 3,
      id: deriveId('erase', key.session),
      type: 'session.erased.v1',
      at: 1,
      source: 'orchestrator',
      data: { erasure: 'e' },
      texts: null,
    };
    expect(await journal.append({ ...append(key, 2, [erased, completed(4, turn)]), redactEarlier: true })).toEqual({
      outcome: 'appended',
      redacted: 1,
    });
    const events = await journal.read(key, 0);
    expect(events.map(({ texts }) => texts !== null)).toEqual([false, false, false, true]);
  });
}
