import type { SkillManifest } from '@plinth/contracts';
import { isRefusal, TransientError } from '@plinth/kernel';
import { CONFIRM_WITHIN_MS } from '../../domain/confirmation/confirmation-token';
import type { ProviderAnswer } from '../../domain/outcome/provider-answer';
import type { EffectState } from '../../domain/outcome/effect-state';
import {
  bookRoom,
  gatewayOn,
  gatewayUnderTest,
  INLINE_MS,
  LEASE_MS,
  TENANT,
} from '../invoke-skill/gateway-under-test.stage';
import type { DirectAnswer, DirectCall } from './direct-call';

const direct = (over: Partial<DirectCall> = {}): DirectCall => ({
  ...{ tenant: TENANT, key: 'k1', skill: 'book_room', arguments: { city: 'Rome' }, userId: 'li' },
  ...{ session: undefined, attributes: {}, locale: 'en', dryRun: false, version: undefined },
  ...{ confirmationToken: undefined, request: undefined, trace: {}, signal: undefined },
  ...over,
});
const reading: Partial<SkillManifest> = { effect: 'read', receipt: undefined };
const toConfirm: Partial<SkillManifest> = { effect: 'irreversible', confirmation_required: true };
const busy: ProviderAnswer = { kind: 'refused', reason: 'broke', answeredWith: 'status 500', error: undefined };

/** What came of it in one word: the id of the result, the code, or how it stands. */
function told(answer: Awaited<ReturnType<ReturnType<typeof gatewayUnderTest>['directly']['invoke']>>): string {
  if (isRefusal(answer)) return answer.error.code;
  if (answer.kind === 'under_way') return 'under_way';
  const { reply } = answer;
  return reply.kind === 'succeeded' ? JSON.stringify(reply.data.result.id).slice(1, -1) : reply.data.error.code;
}
const unconfirmed = (answer: unknown) => answer as Extract<DirectAnswer, { kind: 'unconfirmed' }>;

describe('a direct call of what acts', () => {
  it('S6: acts once for a key and answers the same, exactly', async () => {
    const { directly, provider } = gatewayUnderTest(bookRoom());
    const first = await directly.invoke(direct());
    expect(told(first)).toBe('B-1');
    expect(await directly.invoke(direct())).toEqual(first);
    expect(told(await directly.invoke(direct({ key: 'k2' })))).toBe('B-2');
    expect(provider.effects).toHaveLength(2);
  });

  it('S6: needs a key, and refuses one that was used for another call', async () => {
    const { directly, provider } = gatewayUnderTest(bookRoom());
    expect(told(await directly.invoke(direct({ key: undefined })))).toBe('idempotency_key_required');
    await directly.invoke(direct());
    for (const other of [{ arguments: { city: 'Oslo' } }, { userId: 'wu' }, { userId: undefined }])
      expect(told(await directly.invoke(direct(other)))).toBe('idempotency_key_reused');
    expect(provider.effects).toHaveLength(1);
  });

  it('T4: names no version that was never registered, and binds no key by it', async () => {
    const { directly, provider } = gatewayUnderTest(bookRoom());
    expect(told(await directly.invoke(direct({ version: '9.9.9' })))).toBe('version_not_found');
    expect(provider.requests).toHaveLength(0);
    expect(told(await directly.invoke(direct({ version: '1.0.0' })))).toBe('B-1');
  });

  it('is the call of its tenant alone, and of no turn', async () => {
    const { directly, invoke, provider } = gatewayUnderTest(bookRoom());
    await directly.invoke(direct({ key: 'c1' }));
    await directly.invoke(direct({ key: 'c1', tenant: 'other' as typeof TENANT }));
    await invoke({
      ...{ tenant: TENANT, commandId: 'c1' as never, session: undefined, turn: undefined },
      request: undefined,
      trace: {},
    });
    expect(provider.effects).toHaveLength(3);
  });

  it('S6: answers under_way to the same key while it acts, and sends nothing over the bus', async () => {
    const test = gatewayUnderTest(bookRoom());
    const held = Promise.withResolvers<'act'>();
    test.provider.script = [held.promise];
    const first = test.directly.invoke(direct());
    await new Promise(setImmediate);
    expect(told(await test.directly.invoke(direct()))).toBe('under_way');
    expect(told(await test.directly.invoke(direct({ userId: 'wu' })))).toBe('idempotency_key_reused');
    test.pace.timeUp.resolve();
    expect(told(await first)).toBe('under_way');
    expect((await test.directly.outcome(TENANT, 'k1'))?.answer).toEqual({ kind: 'under_way' });
    held.resolve('act');
    await new Promise(setImmediate);
    expect((await test.directly.outcome(TENANT, 'k1'))?.answer).toMatchObject({ reply: { kind: 'succeeded' } });
    expect(test.sender.sent).toMatchObject([{ origin: { direct: true } }]);
    expect(INLINE_MS).toBeLessThan(LEASE_MS);
  });

  it('S6: acts once on two replicas that get the same key at once', async () => {
    const test = gatewayUnderTest(bookRoom());
    const other = gatewayOn(test.parts);
    const both = await Promise.all([test.directly.invoke(direct()), other.directly.invoke(direct())]);
    expect(both.map(told).sort()).toEqual(['B-1', 'under_way']);
    expect(test.provider.requests).toHaveLength(1);
  });

  it('S6: ends what its owner died with, and lets it be read by the key', async () => {
    const test = gatewayUnderTest(bookRoom());
    test.provider.script = [new Promise<never>(() => undefined)];
    void test.directly.invoke(direct());
    await new Promise(setImmediate);
    test.clock.advance(LEASE_MS);
    await gatewayOn(test.parts).sweeper.sweep();
    await new Promise(setImmediate);
    expect((await test.directly.outcome(TENANT, 'k1'))?.answer).toMatchObject({ reply: { kind: 'succeeded' } });
    expect(test.provider.effects).toHaveLength(1);
  });

  it('S6: goes on when its client goes', async () => {
    const { directly, provider } = gatewayUnderTest(bookRoom());
    const gone = AbortSignal.abort();
    expect(told(await directly.invoke(direct({ signal: gone })))).toBe('B-1');
    expect(provider.requests[0]).not.toHaveProperty('signal');
  });

  it('S6: binds no key by a refusal: mended or later, the call is done under it', async () => {
    const test = gatewayUnderTest(bookRoom());
    expect(told(await test.directly.invoke(direct({ arguments: {} })))).toBe('invalid_arguments');
    test.provider.script = Array.from({ length: 20 }, () => busy);
    for (let nth = 0; nth < 20; nth += 1) await test.directly.invoke(direct({ key: `f${nth}` }));
    expect(told(await test.directly.invoke(direct()))).toBe('circuit_open');
    test.pace.advance(10_000);
    expect(told(await test.directly.invoke(direct()))).toBe('B-1');
    expect(told(await test.directly.invoke(direct({ arguments: {} })))).toBe('idempotency_key_reused');
  });

  it('S6: leaves its place at the provider when the ledger is away', async () => {
    const test = gatewayUnderTest(bookRoom({ limits: { max_concurrent: 1 } }));
    const away = new TransientError('postgres_unavailable', 'away');
    const open = jest.spyOn(test.ledger, 'open').mockRejectedValue(away);
    await expect(test.directly.invoke(direct())).rejects.toBe(away);
    open.mockRestore();
    expect(told(await test.directly.invoke(direct()))).toBe('B-1');
    expect(told(await test.directly.invoke(direct()))).toBe('B-1');
    expect(told(await test.directly.invoke(direct({ key: 'k2' })))).toBe('B-2');
  });

  it('tells nothing of an erased user, and does not act again', async () => {
    const { directly, ledger, provider } = gatewayUnderTest(bookRoom());
    await directly.invoke(direct());
    await ledger.erase(TENANT, ['li'], 2_000_000);
    expect(told(await directly.invoke(direct()))).toBe('erased');
    expect(provider.effects).toHaveLength(1);
  });

  it('S6: looks an unknown outcome up at its provider whenever it is asked for', async () => {
    const test = gatewayUnderTest(bookRoom({ idempotency: 'none' }));
    test.provider.script = ['lost'];
    expect(told(await test.directly.invoke(direct()))).toBe('outcome_unknown');
    const known: EffectState = { kind: 'known', result: { id: 'B-1' }, receipt: { id: 'B-1' } };
    test.provider.lookUp = () => Promise.resolve(known);
    expect(told(await test.directly.invoke(direct()))).toBe('B-1');
    expect((await test.directly.outcome(TENANT, 'k1'))?.answer).toMatchObject({ reply: { kind: 'succeeded' } });
    expect(await test.directly.outcome(TENANT, 'never')).toBeUndefined();
    expect(test.provider.requests).toHaveLength(1);
  });
});

describe('a direct call that has to be confirmed', () => {
  const asked = async (test: ReturnType<typeof gatewayUnderTest>, over: Partial<DirectCall> = {}) =>
    unconfirmed(await test.directly.invoke(direct(over)));

  it('S6: acts only when it comes again with the token, on any replica, once', async () => {
    const test = gatewayUnderTest(bookRoom(toConfirm));
    const first = await asked(test);
    expect(first).toMatchObject({ kind: 'unconfirmed', reply: { data: { error: { code: 'confirmation_required' } } } });
    expect(first.summary).toBe('Please confirm book_room (cannot be undone): city = Rome.');
    expect((await asked(test, { locale: 'zh-CN' })).summary).toBe('请确认 book_room (不可撤销)：city = Rome。');
    expect(test.provider.requests).toEqual([]);
    const other = gatewayOn(test.parts).directly;
    const done = await other.invoke(direct({ confirmationToken: first.token }));
    expect(told(done)).toBe('B-1');
    expect(await test.directly.invoke(direct({ confirmationToken: first.token }))).toEqual(done);
    expect(await test.directly.invoke(direct())).toEqual(done);
    expect(test.provider.effects).toHaveLength(1);
  });

  it('S6: takes a token for nothing but what it confirms, and asks again', async () => {
    const test = gatewayUnderTest(bookRoom(toConfirm), bookRoom({ ...toConfirm, name: 'rent_car' }));
    const { token: confirmationToken } = await asked(test);
    const others: Partial<DirectCall>[] = [
      ...[
        { key: 'k2' },
        { userId: 'wu' },
        { userId: undefined },
        { arguments: { city: 'Oslo' } },
        { skill: 'rent_car' },
      ],
      ...[{ tenant: 'other' as typeof TENANT }],
    ];
    for (const other of others)
      expect(await asked(test, { ...other, confirmationToken })).toMatchObject({ kind: 'unconfirmed' });
    for (const forged of ['', 'x', `${confirmationToken}A`, `zzzzzzzz.${confirmationToken.split('.')[1]}`])
      expect(await asked(test, { confirmationToken: forged })).toMatchObject({ kind: 'unconfirmed' });
    expect(test.provider.requests).toEqual([]);
  });

  it('S6: asks again when another version would act than the one that was confirmed', async () => {
    const test = gatewayUnderTest(bookRoom(toConfirm), bookRoom({ ...toConfirm, version: '2.0.0' }));
    const { token: confirmationToken } = await asked(test, { version: '1.0.0' });
    expect(await asked(test, { version: '2.0.0', confirmationToken })).toMatchObject({ kind: 'unconfirmed' });
    expect(test.provider.requests).toEqual([]);
    expect(told(await test.directly.invoke(direct({ version: '1.0.0', confirmationToken })))).toBe('B-1');
  });

  it('S6: takes no token after its time', async () => {
    const test = gatewayUnderTest(bookRoom(toConfirm));
    const { token, expiresAtMs } = await asked(test);
    expect(expiresAtMs).toBe(1_000_000 + CONFIRM_WITHIN_MS);
    test.clock.advance(CONFIRM_WITHIN_MS);
    expect(await asked(test, { confirmationToken: token })).toMatchObject({ kind: 'unconfirmed' });
    expect(test.provider.requests).toEqual([]);
  });

  it('S6: needs a key, also where it only reads', async () => {
    const { directly } = gatewayUnderTest(bookRoom({ ...reading, confirmation_required: true }));
    expect(told(await directly.invoke(direct({ key: undefined })))).toBe('idempotency_key_required');
  });
});

describe('a direct call of what only reads', () => {
  it('needs no key, reads each time and leaves nothing', async () => {
    const { directly, provider } = gatewayUnderTest(bookRoom({ ...reading, timeout_ms: 50_000 }));
    for (const key of [undefined, 'k1', 'k1']) await directly.invoke(direct({ key }));
    expect(provider.requests).toHaveLength(3);
    expect(await directly.outcome(TENANT, 'k1')).toBeUndefined();
  });

  it('S6: is given up when its client goes: not tried again, and no fault of the provider', async () => {
    const test = gatewayUnderTest(bookRoom(reading));
    test.provider.script = Array.from({ length: 30 }, () => ({ kind: 'cancelled' }) as const);
    for (let nth = 0; nth < 30; nth += 1)
      expect(told(await test.directly.invoke(direct({ signal: AbortSignal.abort() })))).toBe('cancelled');
    expect(test.provider.requests).toHaveLength(30);
    expect(test.provider.requests[0]?.signal?.aborted).toBe(true);
    expect(told(await test.directly.invoke(direct()))).not.toBe('circuit_open');
  });
});

describe('a dry run', () => {
  it('S6: is made only where the manifest offers it, needs neither key nor confirmation nor receipt, and leaves nothing', async () => {
    const offered = gatewayUnderTest(bookRoom({ ...toConfirm, shadow: 'dry_run' }));
    offered.provider.script = [{ kind: 'answered', result: { id: 'none yet' }, receipt: undefined }];
    expect(told(await offered.directly.invoke(direct({ dryRun: true, key: undefined })))).toBe('none yet');
    expect(offered.provider.requests).toMatchObject([{ dryRun: true }]);
    expect(await offered.directly.outcome(TENANT, 'k1')).toBeUndefined();
    const other = gatewayUnderTest(bookRoom());
    expect(told(await other.directly.invoke(direct({ dryRun: true })))).toBe('dry_run_not_offered');
    expect(other.provider.requests).toEqual([]);
  });
});
