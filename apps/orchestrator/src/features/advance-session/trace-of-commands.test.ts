import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { injectContext, runWithContext } from '@plinth/telemetry';
import { BUDGETS, KEY, requested } from '../../domain/next/scripted-mesh.stage';
import { FireTimers } from '../fire-timer/fire-timers';
import { SweepSessions } from '../sweep-sessions/sweep-sessions';
import { DeskStage } from './desk.stage';

const traceOf = (n: number) => `00-${String(n).repeat(32)}-${String(n).repeat(16)}-01`;
const request = (n: number, at: number) => ({ ...requested('你好', n, at), trace: traceOf(n) });

/** Notes under which trace each command left. */
class TracedStage extends DeskStage {
  readonly left: (string | undefined)[] = [];
  protected override onSend(): void {
    this.left.push(injectContext().traceparent);
  }
}

describe('the trace of what is sent', () => {
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });
  afterAll(() => {
    context.disable();
    propagation.disable();
    trace.disable();
  });

  it('X1: a command of the turn in hand goes on in the trace of what brought it, one of the next turn in its own', async () => {
    const stage = new TracedStage();
    const replica = stage.replica();
    const first = request(1, 1);
    await runWithContext({ traceparent: traceOf(1) }, () =>
      replica.desk.advance(KEY, () => ({ happened: [first] }), first.turn),
    );
    await replica.desk.advance(KEY, () => ({ happened: [request(2, 2)] }));
    const hop = traceOf(1).replace(/1{16}/, '7777777777777777');
    while (stage.ended.length === 0) {
      const sent = stage.wire.shift()!;
      await runWithContext({ traceparent: hop }, () => stage.deliver(replica, sent));
    }
    expect(stage.left).toEqual([traceOf(1), hop, hop, traceOf(2)]);
  });

  it('X1: what a sweep or a timer sends goes out in the trace of its turn', async () => {
    const stage = new TracedStage();
    const replica = stage.replica();
    await replica.desk.advance(KEY, () => ({ happened: [request(3, 3)] }));
    stage.clock.advance(BUDGETS.assembleMs);
    await new FireTimers(replica.desk, BUDGETS).run(KEY);
    stage.clock.advance(5_000);
    const timers = new FireTimers(replica.desk, BUDGETS);
    await new SweepSessions(stage.journal, replica.desk, timers, { tell: () => undefined }, 5_000, {
      warn: () => undefined,
    }).run();
    expect(stage.left).toEqual([traceOf(3), traceOf(3), traceOf(3)]);
  });
});
