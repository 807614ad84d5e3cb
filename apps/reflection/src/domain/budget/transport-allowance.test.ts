import fc from 'fast-check';
import { allowanceMs, measured, UNMEASURED } from './transport-allowance';

describe('the transport allowance', () => {
  it('R5: follows the measured way and stays within 5 … 250 ms whatever was measured', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -50, max: 100_000, noNaN: true }), { maxLength: 50 }), (ways) => {
        const allowance = allowanceMs(ways.reduce(measured, UNMEASURED));
        expect(allowance).toBeGreaterThanOrEqual(5);
        expect(allowance).toBeLessThanOrEqual(250);
      }),
    );
    const quick = allowanceMs(Array.from({ length: 200 }, () => 3).reduce(measured, UNMEASURED));
    expect(quick).toBeLessThan(6);
  });
});
