import fc from 'fast-check';
import { InFlightGate } from './in-flight-gate';

describe('InFlightGate', () => {
  it('G1: never holds more than its limit, and is open exactly while there is room', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.boolean()), (limit, moves) => {
        const gate = new InFlightGate(limit);
        let inside = 0;
        for (const enters of moves) {
          if (enters && gate.isOpen) {
            gate.enter();
            inside += 1;
          }
          if (!enters && inside > 0) {
            gate.leave();
            inside -= 1;
          }
          expect(gate.count).toBe(inside);
          expect(gate.count).toBeLessThanOrEqual(limit);
          expect(gate.isOpen).toBe(inside < limit);
        }
      }),
    );
  });

  it('G2: wakes who waits for room at the first leave, and who waits for none at the last', async () => {
    const gate = new InFlightGate(2);
    gate.enter();
    gate.enter();
    const woken: string[] = [];
    const room = gate.whenOpen().then(() => woken.push('room'));
    const none = gate.whenEmpty().then(() => woken.push('none'));
    gate.leave();
    await room;
    expect(woken).toEqual(['room']);
    gate.leave();
    await none;
    expect(woken).toEqual(['room', 'none']);
  });

  it('refuses a limit under which nothing could ever be delivered', () => {
    expect(() => new InFlightGate(0)).toThrow(RangeError);
  });
});
