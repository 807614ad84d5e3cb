import fc from 'fast-check';
import { admitCall, CIRCUIT, CLOSED, recordCall, type CallHealth, type Circuit } from './circuit';

const settings = { ...CIRCUIT, windowMs: 1_000, minCalls: 10, openMs: 500, maxOpenMs: 4_000, probes: 3 };
const record = (circuit: Circuit, health: CallHealth, nowMs: number): Circuit =>
  recordCall(circuit, circuit.epoch, health, nowMs, settings);
const recorded = (healths: readonly CallHealth[], nowMs = 0, from: Circuit = CLOSED): Circuit =>
  healths.reduce((circuit, health) => record(circuit, health, nowMs), from);
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('a circuit breaker', () => {
  it('S6: opens once half of enough calls are faults, and says when to come back', () => {
    expect(recorded(times(9, 'fault')).kind).toBe('closed');
    const open = recorded(times(10, 'fault'));
    expect(open).toMatchObject({ kind: 'open', untilMs: 500 });
    expect(admitCall(open, 100, settings)).toEqual({ circuit: open, admitted: false, retryAfterMs: 400 });
    expect(recorded([...times(6, 'ok' as const), ...times(5, 'fault' as const)]).kind).toBe('closed');
  });

  it("S6: does not count what says nothing of the provider: a caller's mistake, a 429", () => {
    expect(recorded(times(1_000, 'neutral'))).toBe(CLOSED);
    const mixed = recorded([...times(9, 'fault' as const), ...times(50, 'neutral' as const)]);
    expect(mixed.kind).toBe('closed');
    expect(record(mixed, 'fault', 0).kind).toBe('open');
  });

  it('S6: forgets what is older than its window', () => {
    const before = recorded(times(9, 'fault'), 0);
    expect(record(before, 'fault', 1_100).kind).toBe('closed');
    expect(record(before, 'fault', 800).kind).toBe('open');
  });

  it('S6: lets so many probes through after its time, and closes once they all went well', () => {
    const open = recorded(times(10, 'fault'));
    let circuit: Circuit = open;
    const admitted = times(5, 600).map((nowMs) => {
      const admission = admitCall(circuit, nowMs, settings);
      circuit = admission.circuit;
      return admission.admitted;
    });
    expect(admitted).toEqual([true, true, true, false, false]);
    expect(recorded(['ok', 'ok'], 600, circuit).kind).toBe('half_open');
    expect(recorded(['ok', 'ok', 'ok'], 600, circuit)).toMatchObject({ kind: 'closed', slices: [] });
  });

  it('S6: lets no more calls through than it has probes, those that went well among them', () => {
    let circuit = admitCall(recorded(times(10, 'fault')), 600, settings).circuit;
    circuit = recorded(['ok'], 600, circuit);
    const admitted = times(3, 600).map((nowMs) => {
      const admission = admitCall(circuit, nowMs, settings);
      circuit = admission.circuit;
      return admission.admitted;
    });
    expect(admitted).toEqual([true, true, false]);
  });

  it('S6: gives the place of a probe that said nothing to another one', () => {
    let circuit = admitCall(recorded(times(10, 'fault')), 600, settings).circuit;
    circuit = admitCall(admitCall(circuit, 600, settings).circuit, 600, settings).circuit;
    expect(admitCall(circuit, 600, settings).admitted).toBe(false);
    expect(admitCall(record(circuit, 'neutral', 600), 600, settings).admitted).toBe(true);
  });

  it('S6: stays open twice as long after each probe that fails, up to a bound', () => {
    let circuit = recorded(times(10, 'fault'));
    const openMs: number[] = [];
    for (let nowMs = 0; openMs.length < 6;) {
      if (circuit.kind !== 'open') throw new Error(`it is ${circuit.kind}`);
      openMs.push(circuit.untilMs - nowMs);
      nowMs = circuit.untilMs;
      circuit = record(admitCall(circuit, nowMs, settings).circuit, 'fault', nowMs);
    }
    expect(openMs).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it('3: is not moved by the late answer of an earlier epoch', () => {
    const open = recorded(times(10, 'fault'));
    expect(recordCall(open, 0, 'ok', 100, settings)).toBe(open);
    const half = admitCall(open, 600, settings).circuit;
    expect(recordCall(half, 0, 'fault', 600, settings)).toBe(half);
  });

  it('1, 2, 4: keeps its rules whatever comes in whatever order', () => {
    const step = fc.record({
      passMs: fc.nat(400),
      act: fc.oneof(fc.constant('admit' as const), fc.constantFrom<CallHealth>('ok', 'ok', 'fault', 'neutral')),
      late: fc.nat(3),
    });
    // So few calls open it that most runs come through every state.
    const quick = { ...settings, minCalls: 2, openMs: 100, maxOpenMs: 200 };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
        let circuit: Circuit = CLOSED;
        let nowMs = 0;
        const underWay: number[] = [];
        for (const { passMs, act, late } of steps) {
          nowMs += passMs;
          const before = circuit;
          if (act === 'admit') {
            const admission = admitCall(circuit, nowMs, quick);
            circuit = admission.circuit;
            if (admission.admitted) underWay.push(circuit.epoch);
            if (before.kind === 'open') expect(admission.admitted).toBe(nowMs >= before.untilMs);
          } else {
            const [epoch] = underWay.splice(Math.min(late, underWay.length - 1), 1);
            if (epoch === undefined) continue;
            circuit = recordCall(circuit, epoch, act, nowMs, quick);
            if (circuit !== before) expect(epoch).toBe(before.epoch);
            if (before.kind === 'closed' && circuit.kind === 'open') expect(act).toBe('fault');
            if (before.kind === 'half_open' && circuit.kind === 'closed') expect(before.proven).toBe(quick.probes - 1);
          }
          if (circuit.kind === 'half_open') {
            expect(circuit.underWay).toBeGreaterThanOrEqual(0);
            expect(circuit.underWay + circuit.proven).toBeLessThanOrEqual(quick.probes);
            const { epoch: now } = circuit;
            expect(underWay.filter((epoch) => epoch === now)).toHaveLength(circuit.underWay);
          }
        }
      }),
    );
  });
});
