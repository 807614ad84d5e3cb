import fc from 'fast-check';
import { Slots, type Place } from './slots';

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('Slots', () => {
  it('1–3: never holds more or lets more wait than it says, admits in order but for who gave up, and ends empty', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('enter', 'enter', 'enter', 'give_up', 'leave'), { maxLength: 80 }),
        fc.integer({ min: 1, max: 3 }),
        fc.nat(3),
        async (acts, inFlight, queue) => {
          const now = { held: 0, waiting: 0 };
          const slots = new Slots({ inFlight, queue }, (held, waiting) => Object.assign(now, { held, waiting }));
          const model = { held: 0, line: [] as number[] };
          const expected: (number | string)[] = [];
          const seen: (number | string)[] = [];
          const places: Place[] = [];
          const givers = new Map<number, AbortController>();
          const perform: Record<string, (n: number) => void> = {
            enter: (n) => {
              const giver = new AbortController();
              givers.set(n, giver);
              if (model.held < inFlight) {
                model.held += 1;
                expected.push(n);
              } else if (model.line.length < queue) model.line.push(n);
              else expected.push(`${n} refused`);
              void slots.enter(giver.signal).then((place) => {
                seen.push(place ? n : `${n} refused`);
                if (place) places.push(place);
              });
            },
            give_up: () => {
              // The last of the line: who holds a slot already cannot give up waiting.
              const n = model.line.pop();
              for (const [at, giver] of givers) if (at === n || !model.line.includes(at)) giver.abort();
              if (n !== undefined) expected.push(`${n} refused`);
            },
            leave: () => {
              const place = places.shift();
              if (!place) return;
              const next = model.line.shift();
              if (next === undefined) model.held -= 1;
              else expected.push(next);
              place.leave();
              place.leave();
            },
          };
          for (const [n, act] of acts.entries()) {
            perform[act]?.(n);
            await soon();
            expect(now).toEqual({ held: model.held, waiting: model.line.length });
            expect(places).toHaveLength(model.held);
          }
          while (places.length > 0) {
            perform['leave']?.(0);
            await soon();
          }
          expect(seen).toEqual(expected);
          expect(now).toEqual({ held: 0, waiting: 0 });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('2, 3: who goes away once he was admitted takes nobody else out of the line', async () => {
    const slots = new Slots({ inFlight: 1, queue: 2 });
    const first = slots.tryEnter();
    const gone = new AbortController();
    const second = slots.enter(gone.signal);
    const third = slots.enter();
    first?.leave();
    const admitted = await second;
    gone.abort();
    admitted?.leave();
    expect(await third).toBeDefined();
  });

  it('3: who has given up before he came does not wait', async () => {
    const slots = new Slots({ inFlight: 1, queue: 1 });
    expect(slots.tryEnter()).toBeDefined();
    expect(slots.tryEnter()).toBeUndefined();
    expect(await slots.enter(AbortSignal.abort())).toBeUndefined();
  });
});
