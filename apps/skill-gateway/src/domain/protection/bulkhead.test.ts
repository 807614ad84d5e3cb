import fc from 'fast-check';
import { EMPTY_BULKHEAD, enter, giveUp, leave, type Bulkhead } from './bulkhead';

const limits = { maxConcurrent: 2, maxWaiting: 1 };

describe('a bulkhead', () => {
  it('S6: lets so many in, so many wait, and turns the others away', () => {
    let bulkhead: Bulkhead = EMPTY_BULKHEAD;
    const entered = [1, 2, 3, 4].map((caller) => {
      const entering = enter(bulkhead, caller, limits);
      bulkhead = entering.bulkhead;
      return entering.entered;
    });
    expect(entered).toEqual(['at_once', 'at_once', 'waits', 'full']);
    expect(leave(bulkhead, limits)).toEqual({ bulkhead: { running: 2, waiting: [] }, next: 3 });
    expect(giveUp(bulkhead, 3)).toEqual({ running: 2, waiting: [] });
  });

  it('gives no place away while more run than a lowered limit allows', () => {
    expect(leave({ running: 3, waiting: [7] }, limits)).toEqual({
      bulkhead: { running: 2, waiting: [7] },
      next: undefined,
    });
    expect(leave({ running: 2, waiting: [7] }, limits)).toMatchObject({ next: 7 });
  });

  it('1, 2, 3: keeps its bounds and its order whoever comes, ends and gives up', () => {
    const act = fc.constantFrom('enter', 'leave', 'give up');
    fc.assert(
      fc.property(fc.nat(3), fc.nat(3), fc.array(act, { maxLength: 200, size: 'max' }), (more, maxWaiting, acts) => {
        const bounds = { maxConcurrent: more + 1, maxWaiting };
        let bulkhead: Bulkhead = EMPTY_BULKHEAD;
        const queue: number[] = [];
        let inside = 0;
        acts.forEach((what, caller) => {
          if (what === 'enter') {
            const entering = enter(bulkhead, caller, bounds);
            bulkhead = entering.bulkhead;
            if (entering.entered === 'at_once') inside += 1;
            if (entering.entered === 'waits') queue.push(caller);
          } else if (what === 'leave' && inside > 0) {
            const left = leave(bulkhead, bounds);
            bulkhead = left.bulkhead;
            expect(left.next).toBe(queue.shift());
            if (left.next === undefined) inside -= 1;
          } else if (what === 'give up') {
            const gone = queue.pop();
            if (gone !== undefined) bulkhead = giveUp(bulkhead, gone);
          }
          expect(bulkhead).toEqual({ running: inside, waiting: queue });
          expect(inside).toBeLessThanOrEqual(bounds.maxConcurrent);
          expect(queue.length).toBeLessThanOrEqual(bounds.maxWaiting);
          if (queue.length > 0) expect(inside).toBe(bounds.maxConcurrent);
        });
      }),
    );
  });
});
