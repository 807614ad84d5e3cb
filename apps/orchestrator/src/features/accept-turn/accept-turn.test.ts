import { canonicalUserId } from '@plinth/contracts';
import { isRefusal, requestId, sessionId, tenantId, TransientError } from '@plinth/kernel';
import { requested } from '../../domain/next/scripted-mesh.stage';
import { DeskStage } from '../advance-session/desk.stage';
import { CancelTurn } from '../cancel-turn/cancel-turn';
import { EndSession } from '../end-session/end-session';
import { EraseUser } from '../erase-user/erase-user';
import { ReadTurn } from '../read-turn/read-turn';
import type { TurnKey } from '../../ports/session-journal';
import { TurnBell } from '../../ports/turn-bell';
import type { TurnView } from '../../domain/turn/turn-view';
import { AcceptTurn, type AcceptSettings, type TurnRequest } from './accept-turn';
import { Admission } from './admission';
import { TurnWaiters } from './turn-waiters';

class OneBell extends TurnBell {
  rung: TurnKey[] = [];
  announce(turn: TurnKey): void {
    this.rung.push(turn);
  }
  async listen(): Promise<() => Promise<void>> {
    return async () => undefined;
  }
}

function edge(over: Partial<AcceptSettings & { inFlight: number; queue: number; aside: number }> = {}) {
  const stage = new DeskStage();
  const bell = new OneBell();
  const waiters = new TurnWaiters(stage.journal, bell, { warn: () => undefined });
  const replica = stage.replica(
    (key, event) => event.turn && waiters.ended({ tenant: key.tenant, turn: event.turn }, event),
  );
  let held = 0;
  const { inFlight = 32, queue = 256, aside = 1_024 } = over;
  const admission = new Admission({ inFlight, queue, aside }, (now) => (held = now));
  let fresh = 0;
  const accept = new AcceptTurn(
    {
      desk: replica.desk,
      journal: stage.journal,
      waiters,
      admission,
      ids: { next: () => `fresh-${(fresh += 1)}` },
      log: { warn: () => undefined },
    },
    { waitMs: 5_000, sessionQueue: 16, defaultTimeZone: 'Asia/Shanghai', ...over },
  );
  /** Answers whatever is sent, until told to stop. */
  const serve = async (turns = 1) => {
    while (stage.ended.length < turns) {
      await stage.settle(replica);
      await new Promise((soon) => setImmediate(soon));
    }
  };
  return { stage, replica, inFlight: () => held, waiters, bell, accept, serve };
}

const request = (over: Partial<TurnRequest> = {}): TurnRequest => ({
  tenant: tenantId('t1'),
  session: sessionId('s1'),
  user: { user_id: 'u1' },
  text: '退款政策',
  request: requestId('r1'),
  ...over,
});
const view = (answer: unknown): TurnView => {
  if (isRefusal(answer)) throw new Error(answer.error.code);
  return answer as TurnView;
};
const codeOf = (answer: unknown) => (isRefusal(answer) ? `${answer.kind} ${answer.error.code}` : 'accepted');

describe('AcceptTurn', () => {
  it('answers with the completed turn when it ends within the wait', async () => {
    const { accept, serve } = edge();
    const [answer] = await Promise.all([accept.run(request()), serve()]);
    expect(answer).toMatchObject({
      request_id: 'r1',
      status: 'completed',
      reply: { text: '七天无理由退货。' },
      usage: { messages: 6 },
    });
  });

  it('T8: the same key with the same body is the same turn, running or ended; with another body it is refused', async () => {
    const { accept, serve, stage } = edge();
    const one = request({ idempotencyKey: 'k' });
    const [first, again] = await Promise.all([
      accept.run(one),
      accept.run({ ...one, request: requestId('r2') }),
      serve(),
    ]);
    expect(view(again).turn_id).toBe(view(first).turn_id);
    expect(await accept.run(one)).toEqual(first);
    expect(codeOf(await accept.run({ ...one, text: '退款' }))).toBe('conflict idempotency_key_reused');
    expect(stage.ended).toHaveLength(1);
    const other = accept.run({ ...one, session: sessionId('s2') });
    await serve(2);
    expect(view(await other).turn_id).not.toBe(view(first).turn_id);
  });

  it('T8: a key stays valid after its session has ended', async () => {
    const { accept, serve, replica } = edge();
    const one = request({ idempotencyKey: 'k' });
    const [first] = await Promise.all([accept.run(one), serve()]);
    await new EndSession(replica.desk).run(one, 'any_user');
    expect(await accept.run(one)).toEqual(first);
    expect(codeOf(await accept.run(request()))).toBe('gone session_ended');
  });

  it('T8: a key repeated after an accept whose outcome was not known waits for that turn, and what it needs is sent', async () => {
    const { accept, serve, stage } = edge();
    const append = stage.journal.append.bind(stage.journal);
    stage.journal.append = async (what) => {
      await append(what);
      stage.journal.append = append;
      throw new TransientError('postgres_unavailable', 'the connection broke after the commit');
    };
    const one = request({ idempotencyKey: 'k' });
    await expect(accept.run(one)).rejects.toMatchObject({ code: 'postgres_unavailable' });
    const [answer] = await Promise.all([accept.run(one), serve()]);
    expect(view(answer).status).toBe('completed');
    expect(stage.ended).toHaveLength(1);
  });

  it('binds a session to its first user: for anybody else it does not exist', async () => {
    const { accept, serve } = edge();
    await Promise.all([accept.run(request()), serve()]);
    expect(codeOf(await accept.run(request({ user: { user_id: 'u2' } })))).toBe('not_found session_not_found');
    expect(codeOf(await accept.run(request({ user: { channel: 'wechat', external_id: 'u1' } })))).toBe(
      'not_found session_not_found',
    );
  });

  it('M20: a session of a channel’s user is nobody else’s, whatever their name or channel', async () => {
    const { accept, serve } = edge();
    const user = { channel: 'wechat', external_id: 'u1' };
    await Promise.all([accept.run(request({ user })), serve()]);
    for (const stranger of [
      { channel: 'wechat', external_id: 'u2' },
      { channel: 'phone', external_id: 'u1' },
      { user_id: 'u1' },
      { user_id: canonicalUserId(tenantId('t1'), user) },
    ])
      expect(codeOf(await accept.run(request({ user: stranger })))).toBe('not_found session_not_found');
    const [again] = await Promise.all([accept.run(request({ user })), serve(2)]);
    expect(view(again).status).toBe('completed');
  });

  it('tells a client that waits too long, or does not wish to wait, that the turn is running, and the turn goes on', async () => {
    const { accept, serve, stage, inFlight } = edge({ waitMs: 20 });
    const late = view(await accept.run(request()));
    const soon = view(await accept.run(request({ respondAsync: true })));
    expect([late.status, soon.status]).toEqual(['running', 'running']);
    await serve(2);
    expect(stage.ended.map(({ turn }) => turn)).toEqual([late.turn_id, soon.turn_id]);
    expect(inFlight()).toBe(0);
  });

  it('T6: tells whoever waits that the turn is running once there is a hurry, frees their slots, and the turns go on', async () => {
    const { accept, serve, stage, inFlight } = edge({ inFlight: 1, waitMs: 60_000 });
    const hurry = new AbortController();
    const waiting = accept.run(request(), hurry.signal);
    const queued = accept.run(request({ session: sessionId('s2') }), hurry.signal);
    await new Promise((soon) => setImmediate(soon));
    hurry.abort();
    const late = accept.run(request({ session: sessionId('s3') }), hurry.signal);
    const answers = (await Promise.all([waiting, queued, late])).map(view);
    expect(answers.map(({ status }) => status)).toEqual(['running', 'running', 'running']);
    expect(inFlight()).toBe(0);
    await serve(3);
    expect(stage.ended.map(({ turn }) => turn)).toEqual(answers.map(({ turn_id }) => turn_id));
  });

  it('refuses at once what neither a slot nor the queue holds, and admits in order as slots come free', async () => {
    const { accept, serve } = edge({ inFlight: 1, queue: 1 });
    const first = accept.run(request());
    const second = accept.run(request({ session: sessionId('s2') }));
    expect(codeOf(await accept.run(request({ session: sessionId('s3') })))).toBe('overloaded overloaded');
    await serve(2);
    expect([view(await first).status, view(await second).status]).toEqual(['completed', 'completed']);
  });

  const soon = () => new Promise((resolve) => setImmediate(resolve));

  it('turns that are queued behind their own session hold no slot: a stranger’s turn is served while they wait', async () => {
    const { accept, serve, stage, replica, inFlight } = edge({ inFlight: 2, queue: 0 });
    const mine = accept.run(request({ idempotencyKey: 'slow' }));
    await soon();
    const slow = stage.wire.splice(0);
    const queued: Promise<unknown>[] = [];
    for (let n = 0; n < 12; n += 1) {
      queued.push(accept.run(request()));
      await soon();
    }
    expect(inFlight()).toBe(1);
    const [stranger] = await Promise.all([
      accept.run(request({ session: sessionId('s2'), user: { user_id: 'u2' } })),
      serve(),
    ]);
    expect(view(stranger).status).toBe('completed');
    for (const sent of slow) await stage.deliver(replica, sent);
    await serve(14);
    const answers = await Promise.all([mine, ...queued]);
    expect(answers.map((answer) => view(answer).status)).toEqual(Array.from({ length: 13 }, () => 'completed'));
    expect(inFlight()).toBe(0);
  });

  it('repeats of a key whose turn runs need no slot, and get its answer', async () => {
    const { accept, serve, inFlight } = edge({ inFlight: 1, queue: 0 });
    const one = request({ idempotencyKey: 'k' });
    const first = accept.run(one);
    const repeats = Array.from({ length: 40 }, () => accept.run(one));
    await soon();
    expect(inFlight()).toBe(1);
    await serve();
    const turn = view(await first).turn_id;
    for (const answer of await Promise.all(repeats))
      expect(view(answer)).toMatchObject({ turn_id: turn, status: 'completed' });
    expect(codeOf(await accept.run({ ...one, text: '退款' }))).toBe('conflict idempotency_key_reused');
    expect(inFlight()).toBe(0);
  });

  it('repeats of a key whose turn waits for a slot take no place of the queue, and none begins the turn before it has one', async () => {
    const { accept, serve, stage } = edge({ inFlight: 1, queue: 2 });
    const busy = accept.run(request());
    await soon();
    const one = request({ session: sessionId('s2'), idempotencyKey: 'k' });
    const repeats = Array.from({ length: 5 }, () => accept.run(one));
    const stranger = accept.run(request({ session: sessionId('s3') }));
    await soon();
    expect(stage.wire.map(({ key }) => key.session)).toEqual(['s1']);
    await serve(3);
    for (const answer of await Promise.all([busy, ...repeats, stranger])) expect(view(answer).status).toBe('completed');
    expect(stage.ended).toHaveLength(3);
  });

  it('when too many wait without a slot, a queued turn is told that it runs, a repeat is refused, and a stranger is served', async () => {
    const { accept, serve } = edge({ inFlight: 2, aside: 1 });
    const first = accept.run(request({ idempotencyKey: 'k' }));
    await soon();
    const second = accept.run(request());
    await soon();
    expect(view(await accept.run(request())).status).toBe('running');
    expect(codeOf(await accept.run(request({ idempotencyKey: 'k' })))).toBe('overloaded overloaded');
    const stranger = accept.run(request({ session: sessionId('s2') }));
    await serve(4);
    for (const answer of await Promise.all([first, second, stranger])) expect(view(answer).status).toBe('completed');
  });

  it('refuses a third turn of a session whose queue holds one, but not a repeat of an accepted one', async () => {
    const { accept } = edge({ sessionQueue: 1, waitMs: 1 });
    for (const key of ['a', 'b']) await accept.run(request({ idempotencyKey: key }));
    expect(codeOf(await accept.run(request()))).toBe('overloaded session_queue_full');
    expect(codeOf(await accept.run(request({ idempotencyKey: 'a' })))).toBe('accepted');
  });

  it('X2: a turn that is journaled while the bus is away is accepted, and none keeps a slot that the journal, away, did not take', async () => {
    const { accept, stage, inFlight } = edge({ waitMs: 1 });
    stage.faults = ['before'];
    expect(view(await accept.run(request())).status).toBe('running');
    stage.journal.append = async () => {
      throw new TransientError('postgres_unavailable', 'away');
    };
    const other = request({ session: sessionId('s2') });
    await expect(accept.run(other)).rejects.toMatchObject({ code: 'postgres_unavailable' });
    expect(inFlight()).toBe(1);
  });

  it.each([
    ['asked for no wait', { respondAsync: true }, {}],
    ['waited in vain', {}, { waitMs: 1 }],
  ])('a client that %s leaves the slot to its session until the turn ends', async (_, how, over) => {
    const { accept, serve, stage, inFlight } = edge({ inFlight: 1, ...over });
    expect(view(await accept.run(request(how))).status).toBe('running');
    expect(inFlight()).toBe(1);
    const stranger = accept.run(request({ session: sessionId('s2'), ...how }));
    await soon();
    expect(stage.wire.map(({ key }) => key.session)).toEqual(['s1']);
    await serve(2);
    expect(['running', 'completed']).toContain(view(await stranger).status);
    expect(inFlight()).toBe(0);
  });

  it('a slot whose turn ends on another replica is free after one poll', async () => {
    const { accept, stage, waiters, inFlight } = edge();
    await accept.run(request({ respondAsync: true }));
    await stage.settle(stage.replica());
    expect(inFlight()).toBe(1);
    await waiters.poll();
    await soon();
    expect(inFlight()).toBe(0);
  });

  it('of a key that is repeated without a wait only one is kept until the turn ends', async () => {
    const { accept, serve, waiters, inFlight } = edge();
    const wait = waiters.wait.bind(waiters);
    let kept = 0;
    waiters.wait = (turn) => {
      const { final, leave } = wait(turn);
      kept += 1;
      return { final, leave: () => (leave(), (kept -= 1)) };
    };
    for (let n = 0; n < 40; n += 1) await accept.run(request({ idempotencyKey: 'k', respondAsync: true }));
    expect(kept).toBe(1);
    await serve();
    expect([kept, inFlight()]).toEqual([0, 0]);
  });

  it('never has more sessions at work than slots, however many turns each brings', async () => {
    const { accept, serve, stage, replica, inFlight } = edge({ inFlight: 3 });
    const sessions = Array.from({ length: 10 }, (_, n) => sessionId(`s${n}`));
    const brought = sessions.flatMap((session) =>
      Array.from({ length: 8 }, (_, n) => accept.run(request({ session, respondAsync: n % 2 === 0 }))),
    );
    const atWork = async () => {
      const folds = await Promise.all(
        sessions.map((session) => replica.desk.read({ tenant: tenantId('t1'), session })),
      );
      return folds.filter(({ active }) => active !== undefined).length;
    };
    let most = 0;
    for (let left = 2_000; stage.ended.length < 80 && left > 0; left -= 1) {
      await soon();
      const active = await atWork();
      most = Math.max(most, active);
      expect(active).toBeLessThanOrEqual(inFlight());
      expect(inFlight()).toBeLessThanOrEqual(3);
      const sent = stage.wire.shift();
      if (sent) await stage.deliver(replica, sent);
    }
    await serve(80);
    for (const answer of await Promise.all(brought)) expect(['running', 'completed']).toContain(view(answer).status);
    expect(most).toBe(3);
    expect(inFlight()).toBe(0);
  });
});

describe('TurnWaiters', () => {
  it('T6: a lost ring costs one poll, which asks once for everybody; a turn that nobody awaits here is announced', async () => {
    const { accept, stage, replica, waiters, bell } = edge();
    const one = accept.run(request());
    const two = accept.run(request({ session: sessionId('s2') }));
    await new Promise((soon) => setImmediate(soon));
    const elsewhere = stage.replica();
    while (stage.ended.length < 2) {
      await stage.settle(elsewhere);
      await new Promise((soon) => setImmediate(soon));
    }
    const finals = stage.journal.finals.bind(stage.journal);
    stage.journal.finals = async (turns) => {
      stage.journal.finals = async () => {
        throw new TransientError('postgres_unavailable', 'it answers one question a poll');
      };
      return finals(turns);
    };
    await waiters.poll();
    expect([view(await one).status, view(await two).status]).toEqual(['completed', 'completed']);
    expect(bell.rung).toEqual([]);
    await replica.desk.advance(request({ session: sessionId('s3') }), () => ({ happened: [requested('你好', 1, 1)] }));
    await stage.settle(replica);
    expect(bell.rung).toEqual([{ tenant: 't1', turn: requested('你好', 1, 1).turn }]);
  });
});

describe('reading, cancelling, ending, erasing', () => {
  it('shows a turn with its events and their causes to its user alone', async () => {
    const { accept, serve, stage } = edge();
    const [answer] = await Promise.all([accept.run(request()), serve()]);
    const turn = view(answer).turn_id;
    const read = new ReadTurn(stage.journal);
    const shown = await read.run({ tenant: tenantId('t1'), turn }, { user_id: 'u1' }, { user_id: 'u1' });
    expect(shown).toMatchObject({
      status: 'completed',
      events: expect.arrayContaining([
        expect.objectContaining({ seq: 1, type: 'turn.requested.v1', service: 'orchestrator' }),
        expect.objectContaining({
          seq: 3,
          type: 'memory.assembled.v1',
          service: 'memory',
          cause: expect.any(String) as string,
        }),
        expect.objectContaining({ seq: 8, type: 'turn.completed.v1' }),
      ]) as unknown,
    });
    expect(codeOf(await read.run({ tenant: tenantId('t1'), turn }, { user_id: 'u2' }, 'other'))).toBe(
      'not_found turn_not_found',
    );
    expect(codeOf(await read.run({ tenant: tenantId('t2'), turn }, 'any_user', 'as_owner'))).toBe(
      'not_found turn_not_found',
    );
  });

  it('T7: cancels a running turn, tells who waits, and changes nothing of an ended one', async () => {
    const { accept, stage, replica } = edge();
    const waiting = accept.run(request({ idempotencyKey: 'k' }));
    await new Promise((soon) => setImmediate(soon));
    const turn = stage.wire[0]!.command.turn!;
    const cancel = new CancelTurn(stage.journal, replica.desk);
    expect(await cancel.run({ tenant: tenantId('t1'), turn }, { user_id: 'u1' })).toMatchObject({
      status: 'cancelled',
    });
    expect(await waiting).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } });
    expect(await cancel.run({ tenant: tenantId('t1'), turn }, 'any_user')).toMatchObject({ status: 'cancelled' });
    expect(codeOf(await cancel.run({ tenant: tenantId('t1'), turn }, { user_id: 'u2' }))).toBe(
      'not_found turn_not_found',
    );
  });

  it('ends a session once, for its user alone', async () => {
    const { accept, serve, stage, replica } = edge();
    await Promise.all([accept.run(request()), serve()]);
    const end = new EndSession(replica.desk);
    expect(codeOf(await end.run(request(), { user_id: 'u2' }))).toBe('not_found session_not_found');
    expect(codeOf(await end.run(request({ session: sessionId('s0') }), 'any_user'))).toBe(
      'not_found session_not_found',
    );
    expect(await end.run(request(), { user_id: 'u1' })).toBeUndefined();
    expect(await end.run(request(), { user_id: 'u1' })).toBeUndefined();
    expect(stage.wire.map(({ command }) => command.definition.type)).toEqual(['memory.end.v1']);
  });

  it('erases every text of a user, open turns included, and leaves other users alone', async () => {
    const { accept, serve, stage, replica } = edge();
    await Promise.all([
      accept.run(request({ text: '退款 A1001' })),
      accept.run(request({ session: sessionId('s2'), user: { user_id: 'u2' } })),
      serve(2),
    ]);
    const open = accept.run(request({ text: '是' }));
    await new Promise((soon) => setImmediate(soon));
    const erase = new EraseUser(stage.journal, replica.desk);
    const counts = await erase.run({ tenant: tenantId('t1'), erasureId: 'e1', userIds: ['u1'] });
    expect(counts.sessions).toBe(1);
    expect(counts.session_events).toBeGreaterThan(5);
    expect(await open).toMatchObject({ status: 'cancelled', error: { code: 'erased' }, reply: { text: '' } });
    const events = await stage.journal.read(request(), 0);
    expect(events.every(({ texts }) => texts === null)).toBe(true);
    expect(codeOf(await accept.run(request()))).toBe('gone session_ended');
    expect(
      (await stage.journal.read(request({ session: sessionId('s2') }), 0)).some(({ texts }) => texts !== null),
    ).toBe(true);
    expect(await erase.run({ tenant: tenantId('t1'), erasureId: 'e1', userIds: ['u1'] })).toMatchObject({
      session_events: 0,
    });
  });
});
