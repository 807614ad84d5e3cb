import fc from 'fast-check';
import { memoryEnded } from '@plinth/contracts';
import { PermanentError, TransientError } from '@plinth/kernel';
import { reply } from '../delivery';
import { eventually } from '../bus.stage';
import { setUp } from './engine.stage';

type Behaviour = 'handled' | 'once transient' | 'always transient' | 'permanent' | 'bug';

interface Step {
  readonly session: string;
  readonly turn: string;
  readonly behaviour: Behaviour;
}

/** What must become of each message: by its behaviour, unless an earlier one of its turn was parked. */
function expected(steps: readonly Step[]): { outcome: 'handled' | 'parked'; calls: number }[] {
  const parked = new Set<string>();
  return steps.map(({ session, turn, behaviour }) => {
    const key = `${session}/${turn}`;
    if (parked.has(key)) return { outcome: 'parked', calls: 0 };
    if (behaviour === 'handled') return { outcome: 'handled', calls: 1 };
    if (behaviour === 'once transient') return { outcome: 'handled', calls: 2 };
    parked.add(key);
    return { outcome: 'parked', calls: behaviour === 'always transient' ? 3 : 1 };
  });
}

const step = fc.record<Step>({
  session: fc.constantFrom('s1', 's2', 's3'),
  turn: fc.constantFrom('t1', 't2'),
  behaviour: fc.constantFrom('handled', 'handled', 'once transient', 'always transient', 'permanent', 'bug'),
});

it('B1, B2, B4, B5: whatever handlers do and however often broker and store fail, each message ends once, in order, as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 14 }),
      fc.nat({ max: 4 }),
      fc.nat({ max: 2 }),
      async (steps, replyFailures, storeFailures) => {
        const calls = new Map<string, string[]>();
        const stage = setUp(async (_data, delivery) => {
          const of = steps[Number(delivery.id)];
          const session = delivery.session ?? '';
          calls.set(session, [...(calls.get(session) ?? []), delivery.id]);
          await Promise.resolve();
          if (of?.behaviour === 'permanent') throw new PermanentError('refused', 'no');
          if (of?.behaviour === 'bug') throw new RangeError('out of range');
          if (of?.behaviour === 'always transient') throw new TransientError('store_busy', 'no');
          if (of?.behaviour === 'once transient' && delivery.attempt === 1)
            throw new TransientError('store_busy', 'no');
          return reply(memoryEnded, { removed: 0 });
        });
        stage.sent.failures = replyFailures;
        stage.parking.failures = storeFailures;
        steps.forEach(({ session, turn }, index) => stage.accept(String(index), { session, turn }));
        await eventually(() => stage.finished.length === steps.length, 5_000);

        const model = expected(steps);
        const indexes = steps.map((_, index) => String(index));
        expect([...stage.finished].sort()).toEqual([...indexes].sort());
        for (const session of ['s1', 's2', 's3']) {
          const own = indexes.filter((index) => steps[Number(index)]?.session === session);
          expect(stage.finished.filter((id) => own.includes(id))).toEqual(own);
          const called = calls.get(session) ?? [];
          expect([...new Set(called)]).toEqual(own.filter((id) => (model[Number(id)]?.calls ?? 0) > 0));
          for (const id of own) {
            const times = called.filter((each) => each === id).length;
            expect(times).toBeGreaterThanOrEqual(model[Number(id)]?.calls ?? 0);
            if (replyFailures + storeFailures === 0) expect(times).toBe(model[Number(id)]?.calls);
          }
          const answers = stage.sent.messages.filter(({ envelope }) => envelope.session === session);
          expect(
            answers.map(({ envelope, definition }) => [
              envelope.causation,
              definition === memoryEnded ? 'handled' : 'parked',
            ]),
          ).toEqual(own.map((id) => [id, model[Number(id)]?.outcome]));
          for (const turn of ['t1', 't2']) {
            const rows = await stage.parking.rows('memory', `acme/s/${session}/t/${turn}`, 100);
            const wanted = own.filter(
              (id) => steps[Number(id)]?.turn === turn && model[Number(id)]?.outcome === 'parked',
            );
            expect(rows.map((row) => row.messageId)).toEqual(wanted);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
