import fc from 'fast-check';
import { FixedClock } from '@plinth/kernel';
import { BrokerClock } from './broker-clock';

const TRUE_MS = Date.UTC(2026, 0, 1);

/** Our clock, `skewMs` ahead of the broker's, and appends that take `thereMs` to the broker and `backMs` from it. */
function setUp(skewMs: number) {
  const clock = new FixedClock(TRUE_MS + skewMs);
  const brokerClock = new BrokerClock(clock);
  let ahead = skewMs;
  const append = (thereMs: number, backMs: number) => {
    const sentAtMs = brokerClock.now();
    clock.advance(thereMs);
    const stampMs = Math.floor(clock.now() - ahead);
    clock.advance(backMs);
    brokerClock.observe(sentAtMs, stampMs);
  };
  const set = (byMs: number) => {
    clock.advance(byMs);
    ahead += byMs;
  };
  return { clock, brokerClock, append, set };
}

describe('BrokerClock', () => {
  it('1: lies between no correction and the true offset, and misses it by less than the fastest append', () => {
    const append = fc.tuple(fc.nat(400), fc.nat(400));
    fc.assert(
      fc.property(
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.array(append, { minLength: 1, maxLength: 20 }),
        (skewMs, appends) => {
          const { brokerClock, append: run } = setUp(skewMs);
          for (const [thereMs, backMs] of appends) run(thereMs, backMs);
          const found = brokerClock.offsetMs * Math.sign(skewMs || 1);
          const fastest = Math.min(...appends.map(([thereMs, backMs]) => thereMs + backMs));
          expect(found).toBeGreaterThanOrEqual(0);
          expect(found).toBeLessThanOrEqual(Math.abs(skewMs));
          expect(found).toBeGreaterThanOrEqual(Math.abs(skewMs) - fastest - 2);
        },
      ),
    );
  });

  it('counts the clocks as equal before anything was appended, and where the broker does not stamp', () => {
    const { brokerClock } = setUp(3_000);
    expect(brokerClock.offsetMs).toBe(0);
    brokerClock.observe(brokerClock.now(), -1);
    brokerClock.observe(brokerClock.now(), Number.NaN);
    expect(brokerClock.offsetMs).toBe(0);
  });

  it('2: follows a clock that was set, at the next append, however slow that is', () => {
    const { brokerClock, append, set } = setUp(0);
    append(1, 1);
    expect(brokerClock.offsetMs).toBe(0);
    set(3_000);
    append(200, 300);
    expect(brokerClock.offsetMs).toBeGreaterThan(2_700);
    set(-3_000);
    append(200, 300);
    expect(brokerClock.offsetMs).toBe(0);
  });

  it('lets a measurement of the last minute stand against slower ones, and no older one', () => {
    const { clock, brokerClock, append } = setUp(1_000);
    append(1, 1);
    append(400, 400);
    expect(brokerClock.offsetMs).toBeGreaterThan(990);
    clock.advance(61_000);
    append(400, 400);
    expect(brokerClock.offsetMs).toBeLessThan(700);
  });
});
