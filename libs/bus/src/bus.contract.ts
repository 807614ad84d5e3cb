import { memoryAssemble, memoryCommit, memoryCommitted, memoryEnded } from '@plinth/contracts';
import { messageId, PermanentError, TransientError, turnId } from '@plinth/kernel';
import {
  BusStage,
  clock,
  done,
  eventually,
  failureOf,
  fresh,
  Gate,
  numbered,
  pause,
  WatchedTransport,
  type BusWorld,
} from './bus.stage';
import { reply, type Delivery } from './delivery';
import type { FetchedRecord } from './transport';
import { decodeRecord } from './wire/decode-record';
import { encodeMessage } from './wire/encode-message';

export interface BusContractOptions {
  /** Whether records outlive the processes; rows that need it run only then. */
  readonly durable: boolean;
}

/** What the bus guarantees over any transport; `makeWorld` gives topics of one partition unless asked for more. */
export function busContract(
  name: string,
  makeWorld: (options: { partitions: number }) => Promise<BusWorld>,
  { durable }: BusContractOptions,
): void {
  describe(`the bus over ${name}`, () => {
    jest.setTimeout(60_000);
    let world: BusWorld;
    let stage: BusStage;

    describe('with one consumer', () => {
      beforeAll(async () => {
        world = await makeWorld({ partitions: 1 });
        stage = await BusStage.open(world, { maxInFlight: 64 });
      });
      afterAll(async () => {
        await stage.close();
        await world.end();
      });

      it('B1: handles the messages of a key one at a time in the order sent, however long each takes', async () => {
        const session = fresh('order');
        const ids = numbered(session, 30);
        let running = 0;
        let most = 0;
        stage.on(session, async (delivery) => {
          most = Math.max(most, (running += 1));
          await pause(delivery.id.length % 3);
          running -= 1;
          return done(delivery);
        });
        await stage.send(session, ids);
        const answers = await stage.answered(session, ids.length);
        expect(stage.callsOf(session)).toEqual(ids);
        expect(answers.map((answer) => answer.causation)).toEqual(ids);
        expect(most).toBe(1);
      });

      it('B1: a key whose handler takes long delays no other key of its partition', async () => {
        const slow = fresh('slow');
        const gate = new Gate();
        stage.on(slow, async (delivery) => {
          await gate.opened;
          return done(delivery);
        });
        await stage.send(slow, [`${slow}-0`]);
        await eventually(() => stage.callsOf(slow).length === 1);
        const others = numbered(fresh('quick'), 20);
        for (const other of others) await stage.send(other, [`${other}-0`]);
        for (const other of others) await stage.answered(other, 1);
        expect(stage.answersOf(slow)).toEqual([]);
        gate.open();
        await stage.answered(slow, 1);
      });

      it('B1: the later messages of a key wait while one is in back-off, and other keys do not', async () => {
        const session = fresh('backoff');
        const other = fresh('other');
        let failed = false;
        stage.on(session, async (delivery) => {
          if (delivery.id.endsWith('-0') && delivery.attempt < 3) {
            if (!failed) await stage.send(other, [`${other}-0`]);
            failed = true;
            throw new TransientError('store_busy', 'try again');
          }
          return done(delivery);
        });
        await stage.send(session, numbered(session, 2));
        await stage.answered(other, 1);
        const answers = await stage.answered(session, 2);
        expect(stage.callsOf(session)).toEqual([`${session}-0`, `${session}-0`, `${session}-0`, `${session}-1`]);
        expect(answers.map(({ data }) => data)).toEqual([{ removed: 3 }, { removed: 1 }]);
      });

      it('X2: poison is parked after its tries and its command answered; its turn follows, the next turn and other keys flow', async () => {
        const session = fresh('poison');
        const other = fresh('healthy');
        stage.on(session, (delivery) => {
          if (delivery.id.endsWith('-0')) throw new TransientError('always', 'never works');
          return done(delivery);
        });
        await stage.send(session, numbered(session, 2));
        await stage.send(session, [`${session}-next`], { turn: turnId(`${session}-turn-2`) });
        await stage.send(other, [`${other}-0`]);
        await stage.answered(other, 1);
        const answers = await stage.answered(session, 3);
        expect(answers.map((answer) => [answer.causation, answer.turn, failureOf(answer) ?? answer.type])).toEqual([
          [`${session}-0`, `${session}-turn-1`, 'parked'],
          [`${session}-1`, `${session}-turn-1`, 'parked'],
          [`${session}-next`, `${session}-turn-2`, 'memory.ended.v1'],
        ]);
        expect(stage.callsOf(session)).toEqual([`${session}-0`, `${session}-0`, `${session}-0`, `${session}-next`]);
        const rows = await stage.parking.rows('memory', keyOf(session), 10);
        expect(rows.map((row) => [row.messageId, row.error.code])).toEqual([
          [`${session}-0`, 'always'],
          [`${session}-1`, 'turn_parked'],
        ]);
      });

      it('B4: a reply that cannot be read ends the wait for it; what its turn is told next follows, and the next turn flows', async () => {
        const session = fresh('broken-reply');
        const broken = encodeMessage({
          definition: memoryEnded,
          envelope: { ...stage.command(session, `${session}-r`).envelope, causation: messageId('asked') },
          data: { removed: 0 },
        });
        await stage.produceRaw({ ...broken, body: Buffer.from('{"broken') });
        await stage.answered(session, 1);
        await stage.send(session, [`${session}-0`]);
        await stage.answered(session, 2);
        await stage.send(session, [`${session}-next`], { turn: turnId(`${session}-turn-2`) });
        const answers = await stage.answered(session, 3);
        expect(answers.map((answer) => [answer.causation, answer.turn, failureOf(answer) ?? answer.type])).toEqual([
          ['asked', `${session}-turn-1`, 'parked'],
          [`${session}-0`, `${session}-turn-1`, 'parked'],
          [`${session}-next`, `${session}-turn-2`, 'memory.ended.v1'],
        ]);
      });

      it('X2: a replay handles the parked messages in their order and unparks the turn', async () => {
        const session = fresh('replay');
        let broken = true;
        stage.on(session, (delivery) => {
          if (broken) throw new PermanentError('broken', 'not yet mended');
          return done(delivery);
        });
        await stage.send(session, numbered(session, 3));
        await stage.answered(session, 3);
        broken = false;
        stage.calls.delete(session);
        const report = await stage.memory.parked.replayKey(keyOf(session));
        expect(report).toEqual({ state: 'drained', handled: 3, discarded: 0 });
        expect(stage.callsOf(session)).toEqual(numbered(session, 3));
        await stage.send(session, [`${session}-3`]);
        const answers = await stage.answered(session, 7);
        expect(answers.slice(3).map((answer) => [answer.causation, answer.type])).toEqual(
          numbered(session, 4).map((id) => [id, 'memory.ended.v1']),
        );
        expect(await stage.parking.rows('memory', keyOf(session), 10)).toEqual([]);
      });

      it.each([
        ['a TypeError', () => (undefined as unknown as () => never)()],
        ['a string', () => throwing('just text')],
        ['undefined', () => throwing(undefined)],
        ['a rejected promise', () => Promise.reject(new RangeError('late'))],
        ['a reply that breaks its contract', () => reply(memoryCommitted, { stored: [{ id: 7 }] } as never)],
        ['something that is no reply', () => ({ nonsense: true }) as never],
      ])('B3: parks at once when a handler gives %s, and the consumer lives', async (_what, behaviour) => {
        const session = fresh('bug');
        const after = fresh('after');
        stage.on(session, behaviour);
        await stage.send(session, [`${session}-0`]);
        const [answer] = await stage.answered(session, 1);
        expect(failureOf(answer)).toBe('parked');
        expect(stage.callsOf(session)).toHaveLength(1);
        await stage.send(after, [`${after}-0`]);
        await stage.answered(after, 1);
      });

      it('T3: a message delivered twice is answered twice, by answers of the same id', async () => {
        const session = fresh('twice');
        await stage.send(session, [`${session}-0`, `${session}-0`]);
        const [first, second] = await stage.answered(session, 2);
        expect(second?.id).toBe(first?.id);
        expect(first).toMatchObject({ causation: `${session}-0`, turn: `${session}-turn-1`, type: 'memory.ended.v1' });
      });

      it('counts the time in the queue: a command whose budget is spent there is answered expired and never handled', async () => {
        const session = fresh('expiry');
        stage.on(session, async (delivery) => {
          await pause(300);
          return done(delivery);
        });
        const assemble = (id: string, budgetMs: number) =>
          stage.command(session, id, { budgetMs }, memoryAssemble, {
            user: { user_id: 'u' },
            text: 'hello',
            now: new Date(clock.now()).toISOString(),
            locale: 'en',
            time_zone: 'UTC',
          });
        await stage.sendOutgoing(
          stage.command(session, `${session}-slow`),
          assemble('late', 150),
          assemble('in-time', 30_000),
        );
        const answers = await stage.answered(session, 3);
        expect(answers.map((answer) => failureOf(answer) ?? answer.type)).toEqual([
          'memory.ended.v1',
          'expired',
          'memory.ended.v1',
        ]);
        expect(stage.callsOf(session)).toEqual([`${session}-slow`, 'in-time']);
      });

      it('never expires a command whose type does not: its budget only tells the handler what remains', async () => {
        const session = fresh('patient');
        const remaining: (number | undefined)[] = [];
        stage.on(session, (delivery) => {
          remaining.push(delivery.remainingMs());
          return done(delivery);
        });
        await stage.send(session, [`${session}-0`], { budgetMs: -5 });
        const [answer] = await stage.answered(session, 1);
        expect(answer?.type).toBe('memory.ended.v1');
        expect(remaining[0]).toBeLessThanOrEqual(-5);
      });

      it('B3: parks a record that is no message of ours and goes on', async () => {
        const transport = world.transport();
        const raw = stage.bus('orchestrator', transport);
        await raw.connect();
        const before = (await stage.parking.list('memory', 1_000)).length;
        await transport.produce([
          { topic: 'plinth.memory.commands', key: 'acme/s/garbage', headers: {}, body: Buffer.from('?') },
          {
            topic: 'plinth.memory.commands',
            key: 'acme/s/garbage',
            headers: { ce_id: 'x' },
            body: Buffer.from([0xff, 0]),
          },
        ]);
        await eventually(async () => (await stage.parking.list('memory', 1_000)).length === before + 2);
        const after = fresh('sane');
        await stage.send(after, [`${after}-0`]);
        await stage.answered(after, 1);
      });
    });

    describe('when its process changes', () => {
      beforeEach(async () => {
        world = await makeWorld({ partitions: 1 });
      });
      afterEach(async () => {
        await stage.close();
        await world.end();
      });

      it('B3: a decoder that throws parks the record, and the consumer lives', async () => {
        const decode = (record: FetchedRecord) => {
          if (record.key.includes('unreadable')) throw new TypeError('cannot read properties of undefined');
          return decodeRecord(record);
        };
        stage = await BusStage.open(world, { decode });
        const session = fresh('unreadable');
        const after = fresh('readable');
        await stage.send(session, [`${session}-0`]);
        await stage.send(after, [`${after}-0`]);
        await stage.answered(after, 1);
        await eventually(async () => (await stage.parking.list('memory', 10)).length === 1);
        expect(await stage.parking.list('memory', 10)).toMatchObject([{ errorCode: 'decoder_failed' }]);
      });

      it('B3: a handler that never settles is bounded in time, counted as a try and parked; its signal is aborted', async () => {
        stage = await BusStage.open(world, { handlerTimeoutMs: 250 });
        const session = fresh('hung');
        const signals: AbortSignal[] = [];
        stage.on(session, (delivery) => {
          signals.push(delivery.signal);
          return new Promise(() => undefined);
        });
        await stage.send(session, [`${session}-0`]);
        const [answer] = await stage.answered(session, 1);
        expect(failureOf(answer)).toBe('parked');
        expect(signals.map((signal) => signal.aborted)).toEqual([true, true, true]);
        const [row] = await stage.parking.rows('memory', keyOf(session), 1);
        expect(row?.error.code).toBe('handler_timeout');
      });

      it('coalesces what one tick sends into few requests', async () => {
        stage = await BusStage.open(world);
        const watched = new WatchedTransport(world.transport());
        const bus = stage.bus('orchestrator', watched);
        await bus.connect();
        const sessions = numbered(fresh('tick'), 50);
        await Promise.all(sessions.map((session) => bus.producer.send([stage.command(session, `${session}-0`)])));
        expect(watched.requests.map((records) => records.length)).toEqual([50]);
        for (const session of sessions) await stage.answered(session, 1);
      });

      it('B2: a message is not finished before its reply is with the broker: the next process is given it again', async () => {
        stage = await BusStage.open(world);
        await stage.memory.close(2_000);
        const held = new WatchedTransport(world.transport());
        const gate = new Gate();
        held.before = () => gate.opened;
        const first = await stage.startMemory({}, held);
        const session = fresh('held');
        await stage.send(session, [`${session}-0`]);
        await eventually(() => held.requests.length === 1);
        await first.close(100);
        await stage.startMemory();
        await stage.answered(session, 1);
        expect(stage.callsOf(session)).toEqual([`${session}-0`, `${session}-0`]);
        gate.open();
      });

      it('X2: a drain loses nothing and keeps the order of each key', async () => {
        stage = await BusStage.open(world, { maxInFlight: 16 });
        const sessions = numbered(fresh('drain'), 20);
        for (const session of sessions) {
          stage.on(session, async (delivery) => {
            await pause(2);
            return done(delivery);
          });
        }
        const sent = Promise.all(sessions.map((session) => stage.send(session, numbered(session, 10))));
        await eventually(() => stage.answers.length > 20);
        await stage.memory.close(5_000);
        const answeredBefore = stage.answers.length;
        await sent;
        await stage.startMemory();
        for (const session of sessions) {
          await eventually(() => new Set(stage.answersOf(session).map((answer) => answer.causation)).size === 10);
          expect([...new Set(stage.callsOf(session))]).toEqual(numbered(session, 10));
        }
        expect(answeredBefore).toBeLessThan(200);
      });

      it('accepts no more than its bound of unfinished messages, and goes on as they finish', async () => {
        stage = await BusStage.open(world, { maxInFlight: 5 });
        const gate = new Gate();
        const sessions = numbered(fresh('bound'), 30);
        let running = 0;
        for (const session of sessions) {
          stage.on(session, async (delivery) => {
            running += 1;
            await gate.opened;
            return done(delivery);
          });
        }
        await Promise.all(sessions.map((session) => stage.send(session, [`${session}-0`])));
        await eventually(() => running === 5);
        await pause(200);
        expect(running).toBe(5);
        gate.open();
        for (const session of sessions) await stage.answered(session, 1);
      });

      it('B4: a new owner of a parked turn does not try its later messages', async () => {
        stage = await BusStage.open(world);
        const session = fresh('inherited');
        stage.on(session, () => {
          throw new PermanentError('broken', 'for good');
        });
        await stage.send(session, [`${session}-0`]);
        await stage.answered(session, 1);
        await stage.memory.close(2_000);
        await stage.startMemory();
        await stage.send(session, [`${session}-1`]);
        const answers = await stage.answered(session, 2);
        expect(failureOf(answers[1])).toBe('parked');
        expect(stage.callsOf(session)).toEqual([`${session}-0`]);
      });

      it('replay 3: a replay discards the commands of a final turn, and applies its commits by observed_at', async () => {
        const final = new Set<string>();
        stage = await BusStage.open(world, {
          staleJudge: { isFinal: async ({ turn }) => Promise.resolve(final.has(turn)) },
        });
        const session = fresh('stale');
        let broken = true;
        stage.on(session, (delivery: Delivery) => {
          if (broken) throw new PermanentError('broken', 'for now');
          return reply(memoryCommitted, { stored: [{ id: delivery.id, kind: 'fact', status: 'active' }] });
        });
        const commit = (id: string, observedAt: string) =>
          stage.command(session, id, {}, memoryCommit, {
            user_id: 'u',
            text: 'x',
            locale: 'en',
            observed_at: observedAt,
            anchors: [],
            skill_results: [],
            used_memory_ids: [],
            decisions: [],
          });
        await stage.sendOutgoing(
          stage.command(session, 'end'),
          commit('later', '2026-01-02T00:00:00.000Z'),
          commit('earlier', '2026-01-01T00:00:00.000Z'),
        );
        await stage.answered(session, 3);
        broken = false;
        final.add(`${session}-turn-1`);
        stage.calls.delete(session);
        expect(await stage.memory.parked.replayKey(keyOf(session))).toEqual({
          state: 'drained',
          handled: 2,
          discarded: 1,
        });
        expect(stage.callsOf(session)).toEqual(['earlier', 'later']);
      });

      if (durable) {
        it('delivers from the start what was sent before any consumer had come, by a process that is gone', async () => {
          const session = fresh('early');
          const sender = await BusStage.sender(world);
          await sender.send(session, [`${session}-0`]);
          await sender.close();
          stage = await BusStage.open(world);
          const [answer] = await stage.answered(session, 1);
          expect(answer?.causation).toBe(`${session}-0`);
        });
      }
    });
  });
}

const keyOf = (session: string) => `acme/s/${session}/t/${session}-turn-1`;

function throwing(value: unknown): never {
  throw value;
}
