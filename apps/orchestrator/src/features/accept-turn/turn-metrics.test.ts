import { metricsText, resetMetrics } from '@plinth/telemetry';
import { BUDGETS, KEY, requested } from '../../domain/next/scripted-mesh.stage';
import { DeskStage } from '../advance-session/desk.stage';
import { FireTimers } from '../fire-timer/fire-timers';
import { TurnReport } from './turn-metrics';

const SECRET = '我的工号是 E4711';

/** A turn whose memory and reflection never answer. */
async function degradedTurn(): Promise<{ readonly lines: unknown[]; readonly stage: DeskStage }> {
  const lines: unknown[] = [];
  const report = new TurnReport({ info: (...line: unknown[]) => void lines.push(line) });
  const stage = new DeskStage();
  const replica = stage.replica((key, event) => report.ended(key, event));
  const timers = new FireTimers(replica.desk, BUDGETS);
  await replica.desk.advance(KEY, () => ({ happened: [requested(SECRET, 1, stage.clock.now())] }));
  while (stage.ended.length === 0) {
    const sent = stage.wire.shift();
    const lost = sent && /assemble|reflection/.test(sent.command.definition.type);
    if (sent && !lost) await stage.deliver(replica, sent);
    else {
      stage.clock.advance(BUDGETS.assembleMs);
      await timers.run(KEY);
    }
  }
  return { lines, stage };
}

describe('a turn that ends', () => {
  beforeEach(resetMetrics);

  it('is counted with its status, each notice, each step that was done without, and why its check was skipped', async () => {
    await degradedTurn();
    const text = await metricsText();
    expect(text).toContain('plinth_turns_total{status="completed"} 1');
    expect(text).toContain('plinth_turns_total{status="failed"} 0');
    expect(text).toContain('plinth_turn_notices_total{code="memory_unavailable"} 1');
    expect(text).toContain('plinth_turn_notices_total{code="reflection_skipped"} 1');
    expect(text).toContain('plinth_turn_notices_total{code="reply_blocked"} 0');
    expect(text).toContain('plinth_turn_steps_failed_total{step="memory.assemble",status="skipped",code="timeout"} 1');
    expect(text).toContain('plinth_reflection_skipped_total{reason="timeout"} 1');
  });

  it('leaves one line with the ids of its request, how it ended and how long it took, and no text', async () => {
    const { lines, stage } = await degradedTurn();
    const [{ turn, request }] = stage.ended as [(typeof stage.ended)[0]];
    expect(lines).toEqual([
      [
        {
          tenant: KEY.tenant,
          session_id: KEY.session,
          turn_id: turn,
          request_id: request,
          status: 'completed',
          notices: ['memory_unavailable', 'reflection_skipped'],
          failed_steps: ['memory.assemble skipped timeout', 'reflection.check skipped timeout'],
          duration_ms: expect.any(Number) as number,
        },
        'a turn ended',
      ],
    ]);
    expect(request).toBeDefined();
    expect(JSON.stringify(lines)).not.toContain('E4711');
  });
});
