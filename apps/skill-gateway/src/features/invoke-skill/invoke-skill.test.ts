import { PermanentError, TransientError } from '@plinth/kernel';
import { metricsText, resetMetrics } from '@plinth/telemetry';
import type { InvocationLedger } from '../../ports/invocation-ledger';
import { SkillProvider } from '../../ports/skill-provider';
import {
  bookRoom,
  command,
  FixedCatalogue,
  gatewayOn,
  gatewayUnderTest,
  LEASE_MS,
  MADE_AT_MS,
  ScriptedProvider,
} from './gateway-under-test.stage';

const succeeded = (id: string, data: object = {}) => ({
  kind: 'succeeded',
  data: { result: { id }, receipt: { id }, ...data },
});
const failed = (outcome: string, code: string, data: object = {}) => ({
  kind: 'failed',
  data: { outcome, error: { code }, ...data },
});

describe('a skill that acts', () => {
  it('T3: acts once for a command that comes again, and answers with the recorded result, exactly', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom());
    const first = await invoke(command('c1'));
    const again = await invoke(command('c1'));
    expect(first).toMatchObject(succeeded('B-1'));
    expect(again).toEqual(first);
    expect(provider.effects).toEqual(['c1']);
  });

  it('T3: acts once for a command that comes twice at the same time; the owner alone answers', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom());
    const replies = await Promise.all([invoke(command('c1')), invoke(command('c1'))]);
    expect(replies.filter(Boolean)).toEqual([expect.objectContaining({ kind: 'succeeded' })]);
    expect(provider.requests).toHaveLength(1);
  });

  it('T3: repeats a refusal although the catalogue would admit the command by now', async () => {
    const { invoke, catalogue, provider } = gatewayUnderTest();
    const first = await invoke(command('c1'));
    expect(first).toMatchObject(failed('not_executed', 'unknown_skill'));
    catalogue.catalogue = FixedCatalogue.of(bookRoom()).catalogue;
    expect(await invoke(command('c1'))).toEqual(first);
    expect(await invoke(command('c2'))).toMatchObject(succeeded('B-1'));
    expect(provider.effects).toEqual(['c2']);
  });

  it('T3: repeats the result although the skill is gone by now', async () => {
    const { invoke, catalogue } = gatewayUnderTest(bookRoom());
    const first = await invoke(command('c1'));
    catalogue.catalogue = FixedCatalogue.of().catalogue;
    expect(await invoke(command('c1'))).toEqual(first);
  });

  it('tells the provider who calls, for which turn, under the id of the command', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom());
    await invoke(command('c1'), { attributes: { vip: true } });
    expect(provider.requests).toEqual([
      expect.objectContaining({
        ...{ url: 'http://provider', skill: 'book_room', version: '1.0.0', idempotencyKey: 'c1', repeatable: true },
        arguments: { city: 'Rome' },
        context: {
          ...{ tenant: 'default', user_id: 'li', session_id: 's', turn_id: 't', locale: 'en' },
          attributes: { vip: true },
        },
      }),
    ]);
  });

  it('answers a command of an erased user without what it did, and does not act again', async () => {
    const { invoke, ledger, provider } = gatewayUnderTest(bookRoom());
    const origin = command('c1');
    await invoke(origin);
    await ledger.erase(origin.tenant, ['li'], MADE_AT_MS);
    expect(await invoke(origin)).toMatchObject(failed('failed', 'erased'));
    expect(provider.effects).toEqual(['c1']);
  });
});

describe('a command of an erased user that arrives late', () => {
  it('does nothing and keeps nothing, also when it comes again', async () => {
    const { invoke, ledger, provider } = gatewayUnderTest(bookRoom());
    const origin = command('c1');
    await ledger.erase(origin.tenant, ['li'], MADE_AT_MS);
    const first = await invoke(origin);
    expect(first).toMatchObject(failed('not_executed', 'erased'));
    expect(await invoke(origin)).toMatchObject({ data: { error: { code: 'erased' } } });
    expect(provider.requests).toEqual([]);
  });

  it('is done if it was made after the erasure', async () => {
    const { invoke, ledger } = gatewayUnderTest(bookRoom());
    await ledger.erase(command('c1').tenant, ['li'], MADE_AT_MS - 1);
    expect(await invoke(command('c1'))).toMatchObject(succeeded('B-1'));
  });
});

describe('the tries of a call', () => {
  it('S6: asks again for a declared error that may pass, three times at most, under the same key, with growing pauses', async () => {
    const { invoke, provider, pace } = gatewayUnderTest(bookRoom());
    const busy = {
      kind: 'refused',
      reason: 'unavailable',
      answeredWith: 'status 503',
      error: { code: 'busy', message: 'm', field: undefined, rule: undefined },
    } as const;
    provider.script = [busy, busy, busy, busy];
    expect(await invoke(command('c1'))).toMatchObject({
      data: { attempts: 3, error: { code: 'busy', retryable: true } },
    });
    expect(new Set(provider.requests.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set(['c1']));
    expect(pace.slept).toEqual([37.5, 75]);
  });

  it('S6: does not ask again for a declared error that stays', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom());
    provider.script = [
      {
        kind: 'refused',
        reason: 'rejected',
        answeredWith: 'status 409',
        error: { code: 'sold_out', message: 'm', field: undefined, rule: undefined },
      },
    ];
    expect(await invoke(command('c1'))).toMatchObject({
      data: { attempts: 1, outcome: 'failed', error: { code: 'sold_out' } },
    });
  });

  it('S6: asks again after a lost answer where keys are honoured, and acts once', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom());
    provider.script = ['lost'];
    expect(await invoke(command('c1'))).toMatchObject(succeeded('B-1', { attempts: 2 }));
    expect(provider.effects).toEqual(['c1']);
  });

  it('S6: never asks again after a lost answer where keys are ignored: the outcome is unknown', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom({ idempotency: 'none' }));
    provider.honoursKeys = false;
    provider.script = ['lost'];
    const first = await invoke(command('c1'));
    expect(first).toMatchObject(failed('unknown', 'outcome_unknown'));
    expect(await invoke(command('c1'))).toEqual(first);
    expect(provider.effects).toEqual(['c1']);
  });

  it('S6: a lost answer and then no way to the provider leaves the outcome unknown, not undone', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom());
    provider.script = ['lost', { kind: 'not_sent' }, { kind: 'not_sent' }];
    expect(await invoke(command('c1'))).toMatchObject(failed('unknown', 'outcome_unknown', { attempts: 3 }));
    expect(provider.effects).toEqual(['c1']);
  });

  it('S6: asks again what was never sent, also where keys are ignored', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom({ idempotency: 'none' }));
    provider.script = [{ kind: 'not_sent' }, { kind: 'not_sent' }];
    expect(await invoke(command('c1'))).toMatchObject(succeeded('B-1', { attempts: 3 }));
  });

  it('begins no try after the deadline', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom());
    provider.script = [{ kind: 'not_sent' }];
    expect(await invoke(command('c1'), {}, 20)).toMatchObject({ data: { attempts: 1, outcome: 'not_executed' } });
    expect(provider.requests).toMatchObject([{ timeoutMs: 20 }]);
  });

  it('S3: counts a result outside of its schema as a fault of the provider, and gives none of it', async () => {
    const { invoke, provider } = gatewayUnderTest(bookRoom({ effect: 'read', receipt: undefined }));
    provider.script = [{ kind: 'answered', result: { id: 7, secret: 'x' }, receipt: undefined }];
    const reply = await invoke(command('c1'));
    expect(reply).toMatchObject({
      data: { outcome: 'failed', error: { code: 'invalid_output', field: 'id', rule: 'type' } },
    });
    expect(JSON.stringify(reply)).not.toContain('secret');
  });
});

describe('an owner that dies between the effect and the ledger', () => {
  const dying = async (...given: Parameters<typeof bookRoom>) => {
    const test = gatewayUnderTest(bookRoom(...given));
    const never = new Promise<never>(() => undefined);
    const deaf = Object.create(test.ledger, { settle: { value: () => never } }) as InvocationLedger;
    const owner = gatewayOn({ ...test.parts, ledger: deaf });
    void owner.invoke(command('c1'));
    await new Promise(setImmediate);
    expect(test.provider.effects).toEqual(['c1']);
    return test;
  };

  it('X2: another answers by the same key, when the command comes again after the lease: one effect', async () => {
    const { invoke, provider, clock } = await dying();
    expect(await invoke(command('c1'))).toBeUndefined();
    clock.advance(LEASE_MS);
    expect(await invoke(command('c1'))).toMatchObject(succeeded('B-1'));
    expect(provider.requests).toHaveLength(2);
    expect(provider.effects).toEqual(['c1']);
  });

  it('X2: a provider that ignores keys sees one call, and the outcome is reported as unknown', async () => {
    const { invoke, provider, clock } = await dying({ idempotency: 'none' });
    clock.advance(LEASE_MS);
    expect(await invoke(command('c1'))).toMatchObject(failed('unknown', 'outcome_unknown'));
    expect(provider.requests).toHaveLength(1);
  });

  it('X2: the sweeper answers when nobody sends the command again, once however many sweep', async () => {
    const { parts, sweeper, sender, provider, clock } = await dying();
    expect(await sweeper.sweep()).toBe(0);
    clock.advance(LEASE_MS);
    const other = gatewayOn(parts).sweeper;
    const taken = await Promise.all([sweeper.sweep(), other.sweep()]);
    expect(taken.reduce((sum, each) => sum + each)).toBe(1);
    await new Promise(setImmediate);
    expect(sender.sent).toMatchObject([{ origin: { commandId: 'c1' }, reply: succeeded('B-1') }]);
    expect(provider.effects).toEqual(['c1']);
    expect(await sweeper.sweep()).toBe(0);
  });

  it('X2: an owner that was only slow finds its lease lost and keeps quiet', async () => {
    const test = gatewayUnderTest(bookRoom());
    const slow = Promise.withResolvers<'act'>();
    test.provider.script = [slow.promise];
    const owner = test.invoke(command('c1'));
    await new Promise(setImmediate);
    test.clock.advance(LEASE_MS);
    const other = await gatewayOn(test.parts).invoke(command('c1'));
    slow.resolve('act');
    expect(await owner).toBeUndefined();
    expect(other).toMatchObject(succeeded('B-1'));
    expect(test.provider.effects).toEqual(['c1']);
  });

  it('X2: an owner that lives renews its lease, however long it works', async () => {
    const { invoke, leases, sweeper, clock, provider } = gatewayUnderTest(bookRoom());
    const slow = Promise.withResolvers<'act'>();
    provider.script = [slow.promise];
    const owner = invoke(command('c1'));
    await new Promise(setImmediate);
    for (let beat = 0; beat < 5; beat += 1) {
      clock.advance(LEASE_MS - 1);
      await leases.renew();
    }
    expect(await sweeper.sweep()).toBe(0);
    slow.resolve('act');
    expect(await owner).toMatchObject(succeeded('B-1'));
  });
});

describe('work that outlasts its delivery', () => {
  it('goes on without it, and its reply is sent when it is there', async () => {
    const { invoke, provider, pace, sender, sweeper } = gatewayUnderTest(bookRoom({ timeout_ms: 60_000 }));
    const slow = Promise.withResolvers<'act'>();
    provider.script = [slow.promise];
    const delivery = invoke(command('c1'));
    await new Promise(setImmediate);
    pace.timeUp.resolve();
    expect(await delivery).toBeUndefined();
    expect(sender.sent).toEqual([]);
    slow.resolve('act');
    await new Promise(setImmediate);
    expect(sender.sent).toMatchObject([{ origin: { commandId: 'c1' }, reply: succeeded('B-1') }]);
    expect(await invoke(command('c1'))).toEqual(sender.sent[0]?.reply);
    expect(await sweeper.sweep()).toBe(0);
  });

  it('X2: a reply that could not be sent stays due, and the sweeper sends it', async () => {
    const { invoke, provider, pace, sender, sweeper, clock } = gatewayUnderTest(bookRoom());
    const slow = Promise.withResolvers<'act'>();
    provider.script = [slow.promise];
    sender.failures = [new TransientError('bus_unavailable', 'away')];
    const delivery = invoke(command('c1'));
    await new Promise(setImmediate);
    pace.timeUp.resolve();
    await delivery;
    slow.resolve('act');
    await new Promise(setImmediate);
    expect(sender.sent).toEqual([]);
    clock.advance(LEASE_MS);
    expect(await sweeper.sweep()).toBe(1);
    await new Promise(setImmediate);
    expect(sender.sent).toMatchObject([{ reply: succeeded('B-1') }]);
    expect(provider.effects).toEqual(['c1']);
    expect(await sweeper.sweep()).toBe(0);
  });

  it('a long read runs under a lease too, and is made again after its owner has died', async () => {
    const { invoke, provider, clock } = gatewayUnderTest(
      bookRoom({ effect: 'read', receipt: undefined, timeout_ms: 60_000, idempotency: 'none' }),
    );
    provider.script = [new Promise<never>(() => undefined)];
    void invoke(command('c1'));
    await new Promise(setImmediate);
    expect(await invoke(command('c1'))).toBeUndefined();
    clock.advance(LEASE_MS);
    expect(await invoke(command('c1'))).toMatchObject({ kind: 'succeeded', data: { result: { id: 'B-1' } } });
  });
});

describe('what breaks a call', () => {
  class Broken extends SkillProvider {
    calls = 0;
    async call(): Promise<never> {
      this.calls += 1;
      return Promise.reject(new RangeError('Maximum call stack size exceeded'));
    }
  }

  it.each([
    ['write', 'unknown'],
    ['read', 'failed'],
  ] as const)('S16: is recorded and answered once: of a %s the outcome is %s', async (effect, outcome) => {
    const test = gatewayUnderTest(bookRoom({ effect, timeout_ms: 60_000 }));
    const provider = new Broken();
    const { invoke, sweeper } = gatewayOn({ ...test.parts, provider });
    expect(await invoke(command('c1'))).toMatchObject(failed(outcome, 'invalid_output'));
    expect(await invoke(command('c1'))).toMatchObject(failed(outcome, 'invalid_output'));
    test.clock.advance(LEASE_MS);
    expect(await sweeper.sweep()).toBe(0);
    expect(provider.calls).toBe(1);
  });

  it('S16: a reply that no store takes is recorded as lost, and answered so', async () => {
    const test = gatewayUnderTest(bookRoom());
    jest.spyOn(test.ledger, 'settle').mockRejectedValueOnce(new PermanentError('invalid_text', 'no'));
    expect(await test.invoke(command('c1'))).toMatchObject(failed('unknown', 'outcome_unknown'));
    expect(await test.invoke(command('c1'))).toMatchObject(failed('unknown', 'outcome_unknown'));
    expect(test.provider.effects).toEqual(['c1']);
  });

  it.each([
    ['write', 'unknown', 'outcome_unknown'],
    ['read', 'failed', 'answer_lost'],
  ] as const)(
    'X2: a %s that ends every owner is given up after so many, and answered',
    async (effect, outcome, code) => {
      const test = gatewayUnderTest(bookRoom({ effect, timeout_ms: 60_000 }));
      let calls = 0;
      const dying = Object.assign(new ScriptedProvider(), {
        call: () => ((calls += 1), new Promise<never>(() => undefined)),
      });
      const gateway = () => gatewayOn({ ...test.parts, provider: dying, maxTakes: 3 });
      void gateway().invoke(command('c1'));
      for (let round = 0; round < 6; round += 1) {
        await new Promise(setImmediate);
        test.clock.advance(LEASE_MS);
        await gateway().sweeper.sweep();
      }
      await new Promise(setImmediate);
      expect(calls).toBe(3);
      expect(test.sender.sent).toMatchObject([{ origin: { commandId: 'c1' }, reply: failed(outcome, code) }]);
    },
  );
});

describe('a ledger that is away', () => {
  const away = new TransientError('postgres_unavailable', 'away');

  it('before the effect: nothing is called, and the delivery is tried again', async () => {
    const test = gatewayUnderTest(bookRoom());
    jest.spyOn(test.ledger, 'open').mockRejectedValueOnce(away);
    await expect(test.invoke(command('c1'))).rejects.toBe(away);
    expect(test.provider.requests).toEqual([]);
    expect(await test.invoke(command('c1'))).toMatchObject(succeeded('B-1'));
  });

  it('after the effect: the outcome is recorded once it is back', async () => {
    const test = gatewayUnderTest(bookRoom({ idempotency: 'none' }));
    jest.spyOn(test.ledger, 'settle').mockRejectedValueOnce(away).mockRejectedValueOnce(away);
    expect(await test.invoke(command('c1'))).toMatchObject(succeeded('B-1'));
    expect(await test.invoke(command('c1'))).toMatchObject(succeeded('B-1'));
    expect(test.provider.requests).toHaveLength(1);
  });

  it('for too long: the delivery is tried again, and finds what is due', async () => {
    const test = gatewayUnderTest(bookRoom());
    const settle = jest.spyOn(test.ledger, 'settle').mockRejectedValue(away);
    await expect(test.invoke(command('c1'))).rejects.toBe(away);
    settle.mockRestore();
    test.clock.advance(LEASE_MS);
    expect(await test.invoke(command('c1'))).toMatchObject(succeeded('B-1'));
    expect(test.provider.effects).toEqual(['c1']);
  });
});

describe('a quick read', () => {
  const read = bookRoom({ effect: 'read', receipt: undefined });

  it('leaves nothing in the ledger, and works while the ledger is away', async () => {
    const { invoke, ledger, provider } = gatewayUnderTest(read);
    for (const method of ['open', 'refuse', 'settle'] as const)
      jest.spyOn(ledger, method).mockRejectedValue(new TransientError('postgres_unavailable', 'away'));
    expect(await invoke(command('c1'))).toMatchObject({ kind: 'succeeded', data: { result: { id: 'B-1' } } });
    expect(await invoke(command('c2'), { arguments: {} })).toMatchObject(failed('not_executed', 'invalid_arguments'));
    expect(provider.requests).toHaveLength(1);
  });

  it('S5: every call is counted by version, lane, outcome and code, and timed; a repeated answer is not', async () => {
    resetMetrics();
    const { invoke, provider } = gatewayUnderTest(read, bookRoom({ name: 'pay' }));
    provider.script = [{ kind: 'answered', result: {}, receipt: undefined }];
    await invoke(command('c1'));
    await invoke(command('c2'));
    await invoke(command('c3'), { arguments: { town: 'Rome' } });
    await invoke(command('c4'), { skill: 'made_up_by_a_model' });
    await invoke(command('c5'), { skill: 'pay' });
    await invoke(command('c5'), { skill: 'pay' });
    const lines = (await metricsText())
      .split('\n')
      .filter((line) => /^skill_(calls_total|latency_seconds_count)/.test(line));
    const of = (skill: string, rest: string) =>
      `skill_calls_total{skill="${skill}",version="1.0.0",lane="baseline",stage="",${rest}`;
    expect(lines).toEqual(
      expect.arrayContaining([
        of('book_room', 'outcome="failed",code="invalid_output"} 1'),
        of('book_room', 'outcome="succeeded",code=""} 1'),
        of('book_room', 'outcome="not_executed",code="invalid_arguments"} 1'),
        'skill_calls_total{skill="unknown",version="",lane="",stage="",outcome="not_executed",code="unknown_skill"} 1',
        of('pay', 'outcome="succeeded",code=""} 1'),
        'skill_latency_seconds_count{skill="book_room",version="1.0.0",lane="baseline",stage="",outcome="succeeded"} 1',
        'skill_latency_seconds_count{skill="book_room",version="1.0.0",lane="baseline",stage="",outcome="failed"} 1',
      ]),
    );
  });
});
