import type { SkillManifest } from '@plinth/contracts';
import { answered, answeredCall, shadowUnderTest, STOCK_ROLLOUT, stockSkill } from './shadow-under-test.stage';

const OUTSIDE = { rollout: STOCK_ROLLOUT, stage: undefined, shadow: false };

describe('a candidate beside the call that serves', () => {
  it('S8: is asked the same, once, under a key of its own, and equal answers count as equal', async () => {
    const under = shadowUnderTest();
    under.provider.answers.set('2.0.0', () => answered({ count: 3 }));
    const call = answeredCall();
    under.observe.offer(call);
    await under.settle();
    expect(under.provider.requests).toMatchObject([
      { version: '2.0.0', arguments: { city: 'Rome' }, context: { user_id: 'li', tenant: 'default' } },
    ]);
    expect(under.provider.requests[0]?.idempotencyKey).not.toBe(call.invocation.origin.commandId);
    expect(under.provider.requests[0]).not.toHaveProperty('dryRun');
    expect(await under.sumOf('shadow')).toMatchObject({ calls: 1, compared: 1, differed: 0, against: '1.0.0' });
    expect(under.samples).toEqual([]);
  });

  it('S8: differs, and a sample of it is kept that holds nothing of the user', async () => {
    const under = shadowUnderTest();
    under.provider.answers.set('2.0.0', () => answered({ count: 4 }));
    under.observe.offer(answeredCall());
    await under.settle();
    expect(await under.sumOf('shadow')).toMatchObject({ compared: 1, differed: 1 });
    expect(under.samples).toMatchObject([
      { userId: 'li', differences: [{ path: 'count', kind: 'value', baseline: 'number', relative: 0.333 }] },
    ]);
  });

  it.each([
    ['never', stockSkill('2.0.0', { shadow: 'never' })],
    ['safe, although it acts', stockSkill('2.0.0', { effect: 'write', receipt: { fields: ['count'] } })],
  ])('S8: is not asked when its manifest says %s', async (_what, candidate) => {
    const under = shadowUnderTest([stockSkill('1.0.0'), candidate]);
    under.observe.offer(answeredCall());
    await under.settle();
    expect(under.provider.requests).toEqual([]);
  });

  it('S8: never acts: what acts is asked for a dry run, of which no receipt is wanted', async () => {
    const acts: Partial<SkillManifest> = { effect: 'write', shadow: 'dry_run', receipt: { fields: ['id'] } };
    const under = shadowUnderTest([stockSkill('1.0.0', acts), stockSkill('2.0.0', acts)], { noiseFirst: 9 });
    under.provider.answers.set('2.0.0', () => answered({ count: 3 }));
    under.observe.offer(answeredCall());
    await under.settle();
    expect(under.provider.requests).toMatchObject([{ version: '2.0.0', dryRun: true }]);
    expect(await under.sumOf('shadow')).toMatchObject({ compared: 1, differed: 0, attributableErrors: 0 });
  });

  it('S8: measures first what the baseline answers differently by itself', async () => {
    const under = shadowUnderTest(undefined, { noiseFirst: 2, atOnce: 8 });
    let count = 3;
    under.provider.answers.set('1.0.0', () => answered({ count: (count += 1) }));
    under.provider.answers.set('2.0.0', () => answered({ count: 3 }));
    for (let calls = 0; calls < 5; calls += 1) under.observe.offer(answeredCall());
    await under.settle();
    expect(await under.sumOf('noise')).toMatchObject({ version: '1.0.0', compared: 2, differed: 2 });
    expect(await under.sumOf('shadow')).toMatchObject({ compared: 5, differed: 0 });
    expect(under.told.filter(([which]) => which === 'noise')).toEqual([
      ['noise', true],
      ['noise', true],
    ]);
    expect(under.told.filter(([which]) => which === 'pairs')).toHaveLength(5);
    expect(under.told.filter(([which]) => which === 'candidate')).toHaveLength(5);
  });

  it('S8: delays nobody: offers beyond its places and its queue are dropped and counted', async () => {
    const under = shadowUnderTest(undefined, { atOnce: 2, waiting: 1 });
    const hold = Promise.withResolvers<void>();
    under.provider.answers.set('2.0.0', () => hold.promise.then(() => answered({ count: 3 })));
    for (let calls = 0; calls < 7; calls += 1) under.observe.offer(answeredCall());
    await new Promise(setImmediate);
    expect(under.provider.requests).toHaveLength(2);
    hold.resolve();
    await under.settle();
    expect(under.provider.requests).toHaveLength(3);
    expect(await under.sumOf('shadow')).toMatchObject({ compared: 3, dropped: 4 });
    expect(await under.sumOf('live')).toMatchObject({ calls: 7 });
  });

  it('S8: fails for itself alone: what it throws, breaks or answers badly is a fault of the candidate', async () => {
    const under = shadowUnderTest(undefined, { atOnce: 8 });
    const failures = [
      () => Promise.reject(new Error('bug')),
      () => ({ kind: 'timeout' }) as const,
      () => answered({ count: 'many' }),
      () => ({ kind: 'refused', reason: 'overloaded', answeredWith: 'status 429', error: undefined }) as const,
    ];
    for (const failing of failures) {
      under.provider.answers.set('2.0.0', failing);
      under.observe.offer(answeredCall());
      await under.settle();
    }
    expect(under.provider.requests).toHaveLength(4);
    expect(await under.sumOf('shadow')).toMatchObject({ calls: 3, attributableErrors: 3, compared: 3, differed: 3 });
    expect(await under.sumOf('live')).toMatchObject({ calls: 4, attributableErrors: 0 });
  });

  it('S8: takes a declared error for an answer: the same one is no difference', async () => {
    const under = shadowUnderTest();
    const error = { code: 'no_such_city', message: 'Unknown.', field: undefined, rule: undefined };
    under.provider.answers.set('2.0.0', () => ({ kind: 'refused', reason: 'rejected', answeredWith: '', error }));
    const call = answeredCall();
    const { skill, version, lane, effect, duration_ms, attempts } = call.reply.data;
    const failed = { code: 'no_such_city', message: 'Unknown.', retryable: false };
    under.observe.offer({
      ...call,
      reply: {
        kind: 'failed',
        data: { skill, version, lane, effect, duration_ms, attempts, outcome: 'failed', error: failed },
      } as never,
    });
    under.observe.offer(answeredCall());
    await under.settle();
    expect(await under.sumOf('shadow')).toMatchObject({ calls: 2, attributableErrors: 0, compared: 2, differed: 1 });
  });

  it('S8: is not asked with arguments that it does not take, which is a difference', async () => {
    const input_schema = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] };
    const under = shadowUnderTest([stockSkill('1.0.0'), stockSkill('2.0.0', { input_schema })]);
    under.observe.offer(answeredCall());
    await under.settle();
    expect(under.provider.requests).toEqual([]);
    expect(under.samples).toMatchObject([{ differences: [{ kind: 'outcome', candidate: 'invalid_arguments' }] }]);
  });

  it('S9: the version that served is kept for outcomes while a rollout is under way, and only then', async () => {
    const under = shadowUnderTest();
    under.observe.offer(
      answeredCall({ routed: { rollout: { ...STOCK_ROLLOUT, status: 'idle' }, stage: undefined, shadow: false } }),
    );
    const call = answeredCall({ routed: OUTSIDE });
    under.observe.offer(call);
    await under.settle();
    expect(under.served).toMatchObject([
      { version: '1.0.0', commandId: call.invocation.origin.commandId, turn: call.invocation.origin.turn },
    ]);
    expect(await under.sumOf('live')).toMatchObject({ calls: 1 });
    expect(under.provider.requests).toEqual([]);
  });

  it('S14: calls of chosen skills are recorded with what was asked and answered, whether a rollout is under way or not', async () => {
    const under = shadowUnderTest();
    const call = answeredCall({ routed: { ...OUTSIDE, rollout: { ...STOCK_ROLLOUT, status: 'idle' } } });
    under.observe.offer(call);
    const acting = answeredCall();
    under.observe.offer({
      ...acting,
      reply: { ...acting.reply, data: { ...acting.reply.data, effect: 'write' } } as never,
    });
    await under.settle();
    const { origin, input } = call.invocation;
    expect(under.recordings).toMatchObject([{ commandId: origin.commandId, input, reply: call.reply, atMs: 999_000 }]);
  });

  it('notes calls by the time when they were made, so that an erasure up to then covers what comes of them', async () => {
    const under = shadowUnderTest();
    under.provider.answers.set('2.0.0', () => answered({ count: 4 }));
    under.observe.offer(answeredCall({ madeAtMs: 7 }));
    under.observe.offer(answeredCall({ madeAtMs: undefined }));
    under.clock.advance(60_000);
    await under.settle();
    expect(under.served.map(({ atMs }) => atMs)).toEqual([7, 999_995]);
    expect(under.recordings.map(({ atMs }) => atMs)).toEqual([7, 999_995]);
    expect(under.samples.map(({ atMs }) => atMs)).toEqual([7, 999_995]);
  });

  it('S14: forgets recordings in their time, and figures in theirs', async () => {
    const under = shadowUnderTest();
    under.observe.offer(answeredCall());
    await under.settle();
    const pruned = jest.spyOn(under.figures, 'prune');
    await under.observations.prune();
    expect(pruned).toHaveBeenCalledWith(1_000_000 - 1_000);
    expect(under.recordings).toEqual([]);
  });

  it('figures that the store did not take are handed in again, and count once', async () => {
    const under = shadowUnderTest();
    const put = jest.spyOn(under.figures, 'put').mockRejectedValueOnce(new Error('away'));
    under.observe.offer(answeredCall({ routed: OUTSIDE }));
    await expect(under.settle()).rejects.toThrow('away');
    await under.settle();
    under.clock.advance(120_000);
    await under.settle();
    under.observe.offer(answeredCall({ routed: OUTSIDE }));
    await under.settle();
    expect(put).toHaveBeenCalledTimes(3);
    expect(await under.sumOf('live')).toMatchObject({ calls: 2 });
  });
});
