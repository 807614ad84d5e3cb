import { isRefusal } from '@plinth/kernel';
import fc from 'fast-check';
import { Admission } from './admission';

it('never holds more slots or lets more wait than it says, admits in order, and ends empty', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(3),
      async (enters, inFlight, queue) => {
        const now = { held: 0, waiting: 0 };
        const admission = new Admission({ inFlight, queue }, (held, waiting) => Object.assign(now, { held, waiting }));
        const admitted: number[] = [];
        const slots: (() => void)[] = [];
        const entered: number[] = [];
        for (const [n, enter] of enters.entries()) {
          if (enter) {
            const full = now.held === inFlight && now.waiting === queue;
            void admission.enter().then((slot) => {
              if (isRefusal(slot)) return expect(full).toBe(true);
              admitted.push(n);
              slots.push(slot);
            });
            if (!full) entered.push(n);
          } else {
            const slot = slots.shift();
            slot?.();
            slot?.();
          }
          await new Promise((soon) => setImmediate(soon));
          expect(now.held).toBeLessThanOrEqual(inFlight);
          expect(now.waiting).toBeLessThanOrEqual(queue);
        }
        while (slots.length > 0) {
          slots.shift()?.();
          await new Promise((soon) => setImmediate(soon));
        }
        expect(admitted).toEqual(entered);
        expect(now).toEqual({ held: 0, waiting: 0 });
      },
    ),
    { numRuns: 50 },
  );
});
