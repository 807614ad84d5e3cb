import { metricsText, resetMetrics } from '@plinth/telemetry';
import type { EffectState } from '../../domain/outcome/effect-state';
import type { ProviderAnswer } from '../../domain/outcome/provider-answer';
import { bookRoom, command, gatewayUnderTest } from './gateway-under-test.stage';

const read = { effect: 'read', receipt: undefined } as const;
const refused = (reason: 'broke' | 'overloaded' | 'rejected', code?: string): ProviderAnswer => ({
  kind: 'refused',
  reason,
  answeredWith: `status 5xx`,
  error: code === undefined ? undefined : { code, message: 'm', field: undefined, rule: undefined },
});
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const codes = (replies: readonly unknown[]) =>
  replies.map((reply) => (reply as { data: { error?: { code: string } } }).data.error?.code ?? 'ok');

/** So many calls, one after another. */
async function callTimes(test: ReturnType<typeof gatewayUnderTest>, count: number, prefix = 'c') {
  const replies: unknown[] = [];
  for (let nth = 0; nth < count; nth += 1) replies.push(await test.invoke(command(`${prefix}${nth}`)));
  return codes(replies);
}

describe('the circuit breaker of a version', () => {
  it('S6: leaves a provider alone that fails, answers a retryable code with when to come back, and probes it later', async () => {
    const test = gatewayUnderTest(bookRoom(read));
    test.provider.script = times(20, refused('broke'));
    expect(new Set(await callTimes(test, 20))).toEqual(new Set(['provider_fault']));
    const reply = await test.invoke(command('held'));
    expect(reply).toMatchObject({
      kind: 'failed',
      data: { outcome: 'not_executed', attempts: 0, error: { code: 'circuit_open', retryable: true } },
    });
    expect(reply).toMatchObject({ data: { retry_after_ms: 5_000 } });
    expect(test.provider.requests).toHaveLength(20);
    test.pace.advance(5_000);
    expect(await callTimes(test, 4, 'p')).toEqual(times(4, 'ok'));
    expect(test.provider.requests).toHaveLength(24);
  });

  it("S6: does not open for a caller's wrong arguments, for a provider that is busy, nor for errors of the contract", async () => {
    const test = gatewayUnderTest(bookRoom(read));
    test.provider.script = [...times(90, refused('overloaded')), ...times(30, refused('rejected', 'sold_out'))];
    expect(new Set(await callTimes(test, 60))).toEqual(new Set(['provider_overloaded', 'sold_out']));
    for (let nth = 0; nth < 40; nth += 1)
      expect(codes([await test.invoke(command(`w${nth}`), { arguments: { city: 7 } })])).toEqual(['invalid_arguments']);
    expect(await callTimes(test, 1, 'ok')).toEqual(['ok']);
  });

  it("S6: does not open for what a caller's own deadline cut short", async () => {
    const test = gatewayUnderTest(bookRoom(read));
    test.provider.script = times(90, { kind: 'timeout' });
    for (let nth = 0; nth < 30; nth += 1)
      expect(codes([await test.invoke(command(`c${nth}`), {}, 200)])).toEqual(['deadline_exceeded']);
    test.provider.script = [];
    expect(await callTimes(test, 1, 'ok')).toEqual(['ok']);
  });

  it('S6: knows each version by itself', async () => {
    const other = bookRoom({ ...read, name: 'pay_bill' });
    const test = gatewayUnderTest(bookRoom(read), other);
    test.provider.script = times(20, refused('broke'));
    await callTimes(test, 20);
    expect(codes([await test.invoke(command('a'))])).toEqual(['circuit_open']);
    expect(codes([await test.invoke(command('b'), { skill: 'pay_bill' })])).toEqual(['ok']);
  });

  it('S6: records for an effect, too, that it was held off: nothing was executed', async () => {
    const test = gatewayUnderTest(bookRoom());
    test.provider.script = times(20, refused('broke'));
    await callTimes(test, 20);
    const first = await test.invoke(command('held'));
    expect(first).toMatchObject({ data: { outcome: 'not_executed', error: { code: 'circuit_open' } } });
    test.pace.advance(60_000);
    expect(await test.invoke(command('held'))).toEqual(first);
  });
});

describe('the limits of a version', () => {
  it('S6: lets so many calls run at once, some wait, and turns the others away', async () => {
    const test = gatewayUnderTest(bookRoom({ ...read, limits: { max_concurrent: 2 } }));
    const held = Promise.withResolvers<'act'>();
    test.provider.script = times(2, held.promise);
    const calls = Array.from({ length: 8 }, (_, nth) => test.invoke(command(`c${nth}`)));
    await new Promise(setImmediate);
    expect(test.provider.requests).toHaveLength(2);
    held.resolve('act');
    expect(codes(await Promise.all(calls))).toEqual([...times(6, 'ok'), ...times(2, 'too_many_calls')]);
  });

  it('S6: lets nobody wait for a place without end', async () => {
    const test = gatewayUnderTest(bookRoom({ ...read, limits: { max_concurrent: 1 } }));
    const held = Promise.withResolvers<'act'>();
    test.provider.script = [held.promise];
    const first = test.invoke(command('c1'));
    const second = test.invoke(command('c2'));
    await new Promise(setImmediate);
    test.pace.timeUp.resolve();
    expect(await second).toMatchObject({ data: { error: { code: 'too_many_calls', retryable: true } } });
    held.resolve('act');
    expect(codes([await first])).toEqual(['ok']);
    expect(codes([await test.invoke(command('c3'))])).toEqual(['ok']);
  });

  it('S6: holds a skill to the rate that its manifest declares', async () => {
    const test = gatewayUnderTest(bookRoom({ ...read, limits: { per_second: 2 } }));
    expect(await callTimes(test, 3)).toEqual(['ok', 'ok', 'rate_limited']);
    test.pace.advance(500);
    expect(await callTimes(test, 2, 'd')).toEqual(['ok', 'rate_limited']);
  });

  it('S6: shows breaker, places and what was held off, by version', async () => {
    resetMetrics();
    const test = gatewayUnderTest(bookRoom({ ...read, limits: { per_second: 1 } }));
    await callTimes(test, 2);
    const lines = (await metricsText()).split('\n');
    const of = (metric: string, rest = '') => `${metric}{skill="book_room",version="1.0.0",use="live"${rest}}`;
    expect(lines).toEqual(
      expect.arrayContaining([
        `${of('skill_circuit_state')} 0`,
        `${of('skill_calls_running')} 0`,
        `${of('skill_calls_waiting')} 0`,
        `${of('skill_calls_held_off_total', ',code="rate_limited"')} 1`,
      ]),
    );
  });
});

describe('an effect whose answer was not heard', () => {
  const told = (test: ReturnType<typeof gatewayUnderTest>, ...states: EffectState[]) => {
    const keys: string[] = [];
    test.provider.lookUp = ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return Promise.resolve(states.shift() ?? { kind: 'cannot_tell' });
    };
    return keys;
  };
  const known: EffectState = { kind: 'known', result: { id: 'B-1' }, receipt: { id: 'B-1' } };

  it.each(['key', 'none'] as const)('S6: is looked up by its key, and not repeated (idempotency %s)', async (keys) => {
    const test = gatewayUnderTest(bookRoom({ idempotency: keys }));
    test.provider.script = ['lost'];
    const asked = told(test, { kind: 'pending' }, known);
    expect(await test.invoke(command('c1'))).toMatchObject({
      kind: 'succeeded',
      data: { attempts: 1, result: { id: 'B-1' } },
    });
    expect(asked).toEqual(['c1', 'c1']);
    expect(test.provider.requests).toHaveLength(1);
  });

  it('S16: stays unknown when what the provider tells of it lacks the receipt', async () => {
    const test = gatewayUnderTest(bookRoom());
    test.provider.script = ['lost'];
    told(test, { kind: 'known', result: { id: '' }, receipt: {} });
    expect(await test.invoke(command('c1'))).toMatchObject({
      data: { outcome: 'unknown', error: { rule: 'receipt_missing' } },
    });
    expect(test.provider.requests).toHaveLength(1);
  });

  it('S6: is repeated under its key where the provider knows of none, and only where keys are honoured', async () => {
    const honoured = gatewayUnderTest(bookRoom());
    honoured.provider.script = ['lost'];
    told(honoured, { kind: 'not_known' });
    expect(await honoured.invoke(command('c1'))).toMatchObject({ kind: 'succeeded', data: { attempts: 2 } });
    const ignored = gatewayUnderTest(bookRoom({ idempotency: 'none' }));
    ignored.provider.script = ['lost'];
    told(ignored, { kind: 'not_known' });
    expect(await ignored.invoke(command('c1'))).toMatchObject({ data: { outcome: 'unknown', attempts: 1 } });
    expect(ignored.provider.requests).toHaveLength(1);
  });

  it('S6: of an owner that died is looked up by its heir, and reported unknown when nobody can tell', async () => {
    const heir = async (...states: EffectState[]) => {
      const test = gatewayUnderTest(bookRoom({ idempotency: 'none' }));
      test.provider.script = [new Promise<never>(() => undefined)];
      void test.invoke(command('c1'));
      await new Promise(setImmediate);
      test.clock.advance(10_000);
      told(test, ...states);
      await test.sweeper.sweep();
      await new Promise(setImmediate);
      return test.sender.sent.map(({ reply }) => reply);
    };
    expect(await heir(known)).toMatchObject([{ kind: 'succeeded', data: { result: { id: 'B-1' }, attempts: 0 } }]);
    expect(await heir()).toMatchObject([{ kind: 'failed', data: { outcome: 'unknown' } }]);
  });
});
