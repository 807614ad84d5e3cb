import fc from 'fast-check';
import { isoInstant } from './iso-instant';

it('T1: writes every instant of the years 0 to 9999 as the platform does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (at) =>
      expect(isoInstant(at)).toBe(new Date(at).toISOString()),
    ),
    { numRuns: 2_000 },
  );
});
