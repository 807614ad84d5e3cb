import { isRefusal, type Place } from '@plinth/kernel';
import fc from 'fast-check';
import { Admission } from './admission';

type Act = 'enter' | 'enter_aside' | 'leave';

it('never holds more slots or lets more wait than it says, admits in order, and ends empty', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Act>('enter', 'enter', 'enter', 'enter_aside', 'leave'), {
        maxLength: 80,
      }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(3),
      fc.nat(2),
      async (acts, inFlight, queue, maxAside) => {
        const now = { held: 0, waiting: 0, aside: 0 };
        const admission = new Admission({ inFlight, queue, aside: maxAside }, (held, waiting, aside) =>
          Object.assign(now, { held, waiting, aside }),
        );
        const admitted: number[] = [];
        const entered: number[] = [];
        const slots: Place[] = [];
        const aside: Place[] = [];
        const perform: Record<Act, (n: number) => void> = {
          enter: (n) => {
            const full = now.held === inFlight && now.waiting === queue;
            void admission.enter().then((place) => {
              if (isRefusal(place)) return expect(full).toBe(true);
              admitted.push(n);
              slots.push(place);
            });
            if (!full) entered.push(n);
          },
          enter_aside: () => {
            const full = now.aside === maxAside;
            const place = admission.enterAside();
            expect(isRefusal(place)).toBe(full);
            if (!isRefusal(place)) aside.push(place);
          },
          leave: () => {
            const place = slots.shift() ?? aside.shift();
            place?.leave();
            place?.leave();
          },
        };
        const soon = () => new Promise((resolve) => setImmediate(resolve));
        for (const [n, act] of acts.entries()) {
          perform[act](n);
          await soon();
          expect(now.held).toBeLessThanOrEqual(inFlight);
          expect(now.waiting).toBeLessThanOrEqual(queue);
          expect(now.aside).toBe(aside.length);
          expect(now.held).toBe(slots.length);
        }
        while (slots.length + aside.length > 0) {
          perform.leave(0);
          await soon();
        }
        expect(admitted).toEqual(entered);
        expect(now).toEqual({ held: 0, waiting: 0, aside: 0 });
      },
    ),
    { numRuns: 100 },
  );
});
