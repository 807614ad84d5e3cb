import type { TurnView } from '@plinth/testing';
import { paletteFor } from './paint';
import { timelineLines, timelineRows } from './timeline';

const at = (ms: number): string => new Date(Date.UTC(2026, 10, 1) + ms).toISOString();

const turn: TurnView = {
  turn_id: 't',
  request_id: 'r',
  status: 'completed',
  reply: { text: '好的', notices: [], evidence: [] },
  reflection: { outcome: 'corrected', rounds: 1, corrections: 2, reflection_skipped: false },
  steps: [
    { name: 'memory.assemble', status: 'succeeded', duration_ms: 10 },
    { name: 'skill.invoke', status: 'succeeded', duration_ms: 20, skill: 'get_order_status', version: '1.0.0' },
  ],
  usage: {},
  events: [
    { seq: 1, type: 'turn.requested.v1', at: at(0), service: 'orchestrator' },
    { seq: 2, type: 'memory.assembled.v1', at: at(10), service: 'memory', duration_ms: 10, cause: 'c1' },
    { seq: 3, type: 'skill.succeeded.v1', at: at(30), service: 'skill-gateway', duration_ms: 20, cause: 'c2' },
    { seq: 4, type: 'verdict.reached.v1', at: at(40), service: 'reflection', duration_ms: 10, cause: 'c3' },
  ],
};

describe('the timeline of a turn', () => {
  it('starts each piece of work as long before its event as it took, and names the skill and the verdict', () => {
    expect(timelineRows(turn)).toEqual([
      { service: 'orchestrator', what: 'turn.requested', offsetMs: 0, durationMs: undefined },
      { service: 'memory', what: 'memory.assembled', offsetMs: 0, durationMs: 10 },
      { service: 'skill-gateway', what: 'skill.succeeded get_order_status 1.0.0', offsetMs: 10, durationMs: 20 },
      { service: 'reflection', what: 'verdict.reached corrected', offsetMs: 30, durationMs: 10 },
    ]);
  });

  it('draws bars that begin where the one before ended, in columns that line up, without colours where there are none', () => {
    const lines = timelineLines(timelineRows(turn), paletteFor(false));
    const bars = lines.map((line) => [line.search(/[█·]/), line.match(/[█·]/g)?.length]);
    const left = bars[0]?.[0] ?? 0;
    expect(bars).toEqual([
      [left, 1],
      [left, 9],
      [left + 9, 18],
      [left + 27, 8],
    ]);
    expect(lines[2]).toMatch(/\+10 {5}20 ms$/);
  });
});
