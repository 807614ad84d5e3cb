import { AsyncLocalStorage } from 'node:async_hooks';
import { context, INVALID_SPAN_CONTEXT, ROOT_CONTEXT, trace, type Attributes, type Context } from '@opentelemetry/api';
import { FixedClock } from '@plinth/kernel';
import { InProcessInvocationLedger } from '../../adapters/outbound/in-process/in-process-invocation-ledger';
import { buildCatalogue } from '../../domain/catalogue/catalogue';
import {
  command,
  FixedCatalogue,
  gatewayOn,
  RecordedReplies,
  TestPace,
} from '../invoke-skill/gateway-under-test.stage';
import { answered, STOCK_ROLLOUT, stockSkill, VersionedProvider } from './shadow-under-test.stage';

/** A tracer that remembers what spans were given. */
function rememberSpans(): Map<string, Attributes> {
  const spans = new Map<string, Attributes>();
  const active = new AsyncLocalStorage<Context>();
  const manager = {
    active: () => active.getStore() ?? ROOT_CONTEXT,
    with: <A extends unknown[], R>(of: Context, work: (...args: A) => R, self?: unknown, ...args: A): R =>
      active.run(of, () => work.apply(self as never, args)),
    bind: <T>(_of: Context, target: T): T => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
  const startSpan = (name: string, options: { readonly attributes?: Attributes } = {}) => {
    const attributes: Attributes = { ...options.attributes };
    spans.set(name, attributes);
    const blank = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
    return Object.assign(Object.create(blank) as typeof blank, {
      isRecording: () => true,
      setAttributes: (more: Attributes) => Object.assign(attributes, more),
      end: () => undefined,
    });
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as never });
  return spans;
}

describe('the trace of a call under a rollout', () => {
  const spans = rememberSpans();
  afterAll(() => {
    trace.disable();
    context.disable();
  });

  const callIn = async (stage: number, segment: string) => {
    spans.clear();
    const provider = new VersionedProvider();
    for (const version of ['1.0.0', '2.0.0']) provider.answers.set(version, () => answered({ count: 3 }));
    const versions = ['1.0.0', '2.0.0'].map((version) => ({
      manifest: stockSkill(version),
      providerUrl: 'http://provider',
      state: 'complete' as const,
    }));
    const gateway = gatewayOn({
      catalogue: new FixedCatalogue(buildCatalogue(1, versions, [{ ...STOCK_ROLLOUT, stage }])),
      ledger: new InProcessInvocationLedger(new FixedClock(1_000_000)),
      provider,
      sender: new RecordedReplies(),
      pace: new TestPace(),
      traffic: { shareOf: () => ({ candidate: 0, shadow: 0, total: 10_000 }), routed: () => undefined },
    });
    const args = { skill: 'stock', arguments: { city: 'Rome' }, attributes: { segment } };
    await gateway.invoke(command('c'), args);
    return spans.get('skill stock') ?? {};
  };

  it('S10: tells all of a call in the first stage, and never what was asked or answered', async () => {
    const span = await callIn(0, 'internal_test');
    expect(span).toMatchObject({
      'plinth.skill.version': '2.0.0',
      'plinth.rollout.lane': 'candidate',
      'plinth.rollout.stage': 'internal',
      'plinth.rollout.route': 'live',
      'plinth.outcome': 'succeeded',
      'plinth.skill.attempts': 1,
      'plinth.skill.arguments.size': '{"city":"Rome"}'.length,
      'plinth.skill.result.size': '{"count":3}'.length,
    });
    expect(JSON.stringify(span)).not.toContain('Rome');
  });

  it('S10: tells where a call was routed, and no more, in a sampled stage', async () => {
    const span = await callIn(2, 'other');
    expect(span).toMatchObject({ 'plinth.rollout.stage': 'everybody', 'plinth.rollout.lane': 'candidate' });
    expect(span).not.toHaveProperty(['plinth.skill.arguments.size']);
  });
});
