import { memoryAssemble, memoryEnded } from '@plinth/contracts';
import { PermanentError, TransientError } from '@plinth/kernel';
import { counter, metricsText, resetMetrics } from '@plinth/telemetry';
import { reply } from '../delivery';
import { away, NOW, setUp } from './engine.stage';
import type { MessageFunction } from './handler-call';

const done: MessageFunction = (_data, delivery) => reply(memoryEnded, { removed: delivery.attempt });
const settled = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('DeliveryEngine', () => {
  it('T3: answers with an id that derives from the command, its ids copied and itself as the source', async () => {
    const { accept, sent } = setUp(done);
    accept('c1');
    accept('c1');
    await settled();
    const [first, second] = sent.messages;
    expect(first).toMatchObject({
      definition: memoryEnded,
      envelope: { source: 'memory', tenant: 'acme', session: 's', turn: 't1', causation: 'c1', timeMs: NOW },
      data: { removed: 1 },
    });
    expect(second?.envelope.id).toBe(first?.envelope.id);
  });

  it('B2: calls the handler again when the reply could not be sent, and finishes only after it is', async () => {
    const calls: number[] = [];
    const { accept, sent, finished } = setUp((data, delivery) => {
      calls.push(delivery.attempt);
      expect(finished).toEqual([]);
      return done(data, delivery);
    });
    sent.failures = 7;
    accept('c1');
    await settled();
    expect(calls).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sent.types).toEqual(['memory.ended.v1']);
    expect(finished).toEqual(['c1']);
  });

  it('does not count a try that met an outage, until the outage has lasted longer than is tolerated', async () => {
    let calls = 0;
    const stage = setUp(() => {
      calls += 1;
      if (calls === 10) stage.clock.advance(60_000);
      throw away();
    });
    stage.accept('c1');
    await settled();
    expect(calls).toBe(12);
    expect(stage.sent.types).toEqual(['failed:parked']);
  });

  it('B5: while the parking store is away a message waits unfinished; a transient failure is tried again when it may be over', async () => {
    let broken = true;
    let calls = 0;
    const { accept, parking, sent, finished } = setUp((data, delivery) => {
      calls += 1;
      if (broken && delivery.session === 's') throw new TransientError('store_busy', 'no');
      return done(data, delivery);
    });
    parking.failures = Number.POSITIVE_INFINITY;
    accept('c1');
    accept('other', { session: 'other' });
    await settled();
    expect(finished).toEqual(['other']);
    expect(calls).toBeGreaterThan(3);
    broken = false;
    await settled();
    expect(finished).toEqual(['other', 'c1']);
    expect(sent.types).toEqual(['memory.ended.v1', 'memory.ended.v1']);
  });

  it('B5: a bug is not tried again while the parking store is away: it waits and is parked when the store is back', async () => {
    let calls = 0;
    const { accept, parking, sent, finished, deadLetters } = setUp(() => {
      calls += 1;
      throw new TypeError('a bug');
    });
    parking.failures = 5;
    accept('c1');
    await settled();
    expect(calls).toBe(1);
    expect(finished).toEqual(['c1']);
    expect(sent.types).toEqual(['failed:parked']);
    expect(deadLetters).toMatchObject([
      {
        topic: 'plinth.dead-letters',
        key: 'acme/s/s',
        headers: { ce_id: 'c1', plinth_consumer: 'memory', plinth_error_code: 'internal' },
      },
    ]);
  });

  it('B5: a parked command is answered although the broker is away for a while', async () => {
    const { accept, sent, finished } = setUp(() => {
      throw new PermanentError('refused', 'no');
    });
    sent.failures = 6;
    accept('c1');
    await settled();
    expect(sent.types).toEqual(['failed:parked']);
    expect(finished).toEqual(['c1']);
  });

  it('B4: delivers no record before the parked keys are known, however long the store is away', async () => {
    const calls: string[] = [];
    const { accept, engine, parking, finished } = setUp((data, delivery) => {
      calls.push(delivery.id);
      return done(data, delivery);
    });
    parking.failures = 4;
    const assigned = engine.onAssigned();
    accept('c1');
    await new Promise(setImmediate);
    expect(calls).toEqual([]);
    await assigned;
    await settled();
    expect(finished).toEqual(['c1']);
  });

  it('B4: asks the store before a message follows, so that a turn unparked elsewhere is delivered', async () => {
    let broken = true;
    const { accept, parking, sent, finished } = setUp((data, delivery) => {
      if (broken) throw new PermanentError('broken', 'no');
      return done(data, delivery);
    });
    accept('c1');
    await settled();
    broken = false;
    const [key] = await parking.parkedKeys('memory');
    const lease = { consumer: 'memory', parkingKey: key ?? '', owner: 'elsewhere' } as const;
    await parking.lease(lease, 1_000);
    const [row] = await parking.rows('memory', key ?? '', 1);
    expect(await parking.remove(lease, row?.seq ?? 0)).toBe('unparked');
    accept('c2');
    await settled();
    expect(sent.types).toEqual(['failed:parked', 'memory.ended.v1']);
    expect(finished).toEqual(['c1', 'c2']);
  });

  it('answers expired instead of trying again once the budget was spent in back-off', async () => {
    const stage = setUp(() => {
      stage.clock.advance(400);
      throw new TransientError('store_busy', 'no');
    });
    const data = {
      user: { user_id: 'u' },
      text: 'x',
      now: new Date(NOW).toISOString(),
      locale: 'en',
      time_zone: 'UTC',
    };
    stage.accept('c1', { definition: memoryAssemble, data, budgetMs: 700 });
    await settled();
    expect(stage.sent.types).toEqual(['failed:expired']);
    expect(stage.finished).toEqual(['c1']);
  });

  it('gives a repetition fresh data, whatever the handler did to what it was given', async () => {
    const seen: unknown[] = [];
    const { accept } = setUp((data, delivery) => {
      seen.push({ ...(data as object) });
      (data as { user_id?: string }).user_id = 'altered';
      if (delivery.attempt < 3) throw new TransientError('store_busy', 'no');
      return undefined;
    });
    accept('c1', { data: { user_id: 'lin' } });
    await settled();
    expect(seen).toEqual([{ user_id: 'lin' }, { user_id: 'lin' }, { user_id: 'lin' }]);
  });

  it('parks a message that nothing handles on its topic', async () => {
    const { accept, parking, sent } = setUp(done, { handlers: new Map() });
    accept('c1');
    await settled();
    expect(await parking.list('memory', 10)).toMatchObject([{ errorCode: 'no_handler' }]);
    expect(sent.types).toEqual(['failed:parked']);
  });

  it('B2: leaves what is unfinished when it stops, aborts the signals of running handlers and waits no longer', async () => {
    const signals: AbortSignal[] = [];
    const { accept, engine, finished } = setUp(
      (_data, delivery) => {
        if (delivery.session === 'retrying') throw new TransientError('store_busy', 'no');
        signals.push(delivery.signal);
        return new Promise(() => undefined);
      },
      { retry: { maxTries: 5, baseDelayMs: 60_000, maxDelayMs: 60_000, outageToleranceMs: 0 }, random: () => 0.9 },
    );
    accept('running');
    accept('waiting', { session: 'retrying' });
    accept('behind', { session: 'retrying' });
    await settled();
    engine.stop();
    await settled();
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(finished).toEqual([]);
  });

  it('B3: ignores what an abandoned call of a handler does after its time', async () => {
    let reject: (error: unknown) => void = () => undefined;
    const { accept, finished, sent } = setUp(
      (data, delivery) =>
        delivery.attempt === 1 ? new Promise((_resolve, fail) => (reject = fail)) : done(data, delivery),
      { handlerTimeoutMs: 15 },
    );
    accept('c1');
    for (let i = 0; i < 3; i += 1) await settled();
    reject(new Error('much too late'));
    await settled();
    expect(finished).toEqual(['c1']);
    expect(sent.types).toEqual(['memory.ended.v1']);
  });

  it('counts each outcome, and types that no contract names as unknown', async () => {
    resetMetrics();
    const { accept, engine } = setUp((data, delivery) => {
      if (delivery.session === 'bad') throw new PermanentError('broken', 'no');
      return done(data, delivery);
    });
    accept('c1');
    accept('c2', { session: 'bad' });
    const record = accept('c3', { session: 'bad' });
    engine.accept({ ...record, key: 'x', headers: { ...record.headers, ce_type: 'x'.repeat(50) } }, () => undefined);
    await settled();
    const { values } = await counter('plinth_bus_delivered_total').get();
    const counted = values
      .filter((each) => each.value > 0)
      .map(({ labels, value }) => [labels.type, labels.outcome, value])
      .sort();
    expect(counted).toEqual([
      ['memory.end.v1', 'handled', 1],
      ['memory.end.v1', 'parked', 2],
      ['unknown', 'parked', 1],
    ]);
    expect(await metricsText()).toContain('plinth_bus_in_flight{consumer="memory"} 0');
  });
});
