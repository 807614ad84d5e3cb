import { context as activeContext, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { JsonObject } from '@plinth/kernel';
import { runWithContext } from '@plinth/telemetry';
import type { ProviderError } from '../domain/outcome/provider-answer';
import type { SkillProvider, SkillRequest } from './skill-provider';

/** How a provider on stage answers, in the words of its protocol. */
export type Serving =
  | { readonly result: JsonObject; readonly receipt?: JsonObject }
  | {
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly field?: string;
        readonly rule?: string;
      };
    }
  /** Takes no more calls; serves no such version; broke at it. */
  | 'overloaded'
  | 'absent'
  | 'bug'
  /** No answer of the protocol; one over the bound; one that nests without end. */
  | 'garbage'
  | 'too_much'
  | 'deep'
  | 'never'
  /** Cuts the connection. */
  | 'drop';

export interface SeenCall {
  readonly skill: string;
  /** Where the protocol has a place for it. */
  readonly version?: string;
  readonly arguments: unknown;
  /** Who is served; undefined where the protocol has no place for it. */
  readonly user?: string;
  readonly key: string;
  readonly dryRun: boolean;
  readonly traceparent: string;
}

/** A real server of the protocol. */
export interface ProviderOnStage {
  readonly provider: SkillProvider;
  readonly url: string;
  /** Where nobody serves. */
  readonly nowhere: string;
  readonly seen: SeenCall[];
  serve(serving: Serving): void;
  /** Resolves when the call that is under way was given up; undefined where the protocol cannot tell it. */
  readonly givenUp: (() => Promise<unknown>) | undefined;
  close(): Promise<void>;
}

interface Differences {
  /** The protocol has no connection that breaks under a call. */
  readonly cannotDrop?: boolean;
  /** It has no place for such answers. */
  readonly cannotSay?: readonly ('overloaded' | 'absent' | 'garbage')[];
}

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** What every way to a provider must give (S4), run on a real server of each protocol. */
export function describeSkillProvider(
  name: string,
  open: () => Promise<ProviderOnStage>,
  { cannotDrop = false, cannotSay = [] }: Differences = {},
): void {
  describe(`S4: a provider over ${name}`, () => {
    let stage: ProviderOnStage;

    beforeAll(() => {
      activeContext.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    });
    afterAll(() => {
      activeContext.disable();
      propagation.disable();
    });
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.close());

    const request = (over: Partial<SkillRequest> = {}): SkillRequest => ({
      ...{ url: stage.url, skill: 'book_room', version: '1.0.0', idempotencyKey: 'c-1', repeatable: true },
      arguments: { city: '罗马', nights: 2, near: [{ name: 'Termini', metres: 1.5, open: true, note: null }] },
      context: { tenant: 'default', user_id: 'li', session_id: 's', turn_id: 't', locale: 'zh', attributes: { a: 1 } },
      timeoutMs: 3_000,
      ...over,
    });
    const call = (over: Partial<SkillRequest> = {}) => stage.provider.call(request(over));

    it('brings arguments, key and trace to the skill, and result and receipt back', async () => {
      const result = { id: 'B-1', 房间: '双人间 🛏', price: 99.5, tags: ['a', null, true], nested: { empty: {} } };
      stage.serve({ result, receipt: { id: 'B-1' } });
      expect(await runWithContext({ traceparent: TRACEPARENT }, () => call())).toEqual({
        ...{ kind: 'answered', result, receipt: { id: 'B-1' } },
      });
      const [seen, ...more] = stage.seen;
      expect(more).toEqual([]);
      expect(seen).toMatchObject({ skill: 'book_room', key: 'c-1', arguments: request().arguments, dryRun: false });
      expect([seen?.version ?? '1.0.0', seen?.user ?? 'li']).toEqual(['1.0.0', 'li']);
      expect(seen?.traceparent.slice(0, 35)).toBe(TRACEPARENT.slice(0, 35));
    });

    it('says that a call is to change nothing, and only then', async () => {
      stage.serve({ result: {} });
      await call({ dryRun: true });
      await call();
      expect(stage.seen.map(({ dryRun }) => dryRun)).toEqual([true, false]);
    });

    it('keeps calls that are under way at once apart', async () => {
      stage.serve({ result: { ok: true } });
      const keys = Array.from({ length: 20 }, (_, index) => `k-${index}`);
      const answers = await Promise.all(keys.map((idempotencyKey) => call({ idempotencyKey })));
      expect(answers.every(({ kind }) => kind === 'answered')).toBe(true);
      expect(stage.seen.map(({ key }) => key).sort()).toEqual(keys.sort());
    });

    it('tells an error of the contract, with what it says of the field', async () => {
      const error = { code: 'sold_out', message: '客满', field: 'city', rule: 'availability' };
      stage.serve({ error });
      expect(await call()).toMatchObject({ kind: 'refused', reason: 'rejected', error } satisfies {
        error: ProviderError;
        [key: string]: unknown;
      });
    });

    it('tells arguments that the skill refuses', async () => {
      stage.serve({ error: { code: 'invalid_arguments', message: 'm', field: 'nights', rule: 'min' } });
      expect(await call()).toMatchObject({
        ...{ kind: 'refused', reason: 'invalid_arguments', error: { field: 'nights', rule: 'min' } },
      });
    });

    const said = (['overloaded', 'absent'] as const).filter((reason) => !cannotSay.includes(reason));
    if (said.length > 0)
      it.each(said)('tells that the provider is %s, with nothing done', async (reason) => {
        stage.serve(reason);
        expect(await call()).toMatchObject({ kind: 'refused', reason, error: undefined });
      });

    it('takes what broke for what may have acted', async () => {
      stage.serve('bug');
      expect(await call()).toMatchObject({ kind: 'refused', reason: 'broke' });
    });

    if (!cannotSay.includes('garbage'))
      it('tells an answer that cannot be read', async () => {
        stage.serve('garbage');
        expect(await call()).toMatchObject({ kind: 'garbled' });
      });

    it('stops reading at the bound, and takes nothing that nests without end', async () => {
      stage.serve('too_much');
      expect(await call()).toEqual({ kind: 'garbled', rule: 'too_large' });
      stage.serve('deep');
      expect(await call()).toMatchObject({ kind: 'garbled' });
    });

    it('gives up at the time limit, and is well afterwards', async () => {
      stage.serve('never');
      const beganMs = performance.now();
      expect(await call({ timeoutMs: 400 })).toEqual({ kind: 'timeout' });
      expect(performance.now() - beganMs).toBeLessThan(1_500);
      stage.serve({ result: { ok: true } });
      expect(await call()).toMatchObject({ kind: 'answered', result: { ok: true } });
    });

    it('gives up when nobody waits any more, and lets the provider know where it can', async () => {
      stage.serve('never');
      const caller = new AbortController();
      const answer = call({ signal: caller.signal, timeoutMs: 10_000 });
      while (stage.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      caller.abort();
      expect(await answer).toEqual({ kind: 'cancelled' });
      await stage.givenUp?.();
      expect(await call({ signal: caller.signal })).toEqual({ kind: 'cancelled' });
      expect(stage.seen).toHaveLength(1);
    });

    it.each([true, false])('knows that nothing was sent where nobody serves (repeatable: %s)', async (repeatable) => {
      expect(await call({ url: stage.nowhere, repeatable })).toEqual({ kind: 'not_sent' });
    });

    if (!cannotDrop)
      it.each([true, false])('never takes a broken connection for unsent (repeatable: %s)', async (repeatable) => {
        stage.serve('drop');
        const answer = await call({ repeatable });
        if (answer.kind === 'refused') expect(answer.reason).toBe('unavailable');
        else expect(answer.kind).toBe('broken');
        expect(stage.seen).toHaveLength(1);
      });
  });
}
