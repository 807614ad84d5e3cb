import fc from 'fast-check';
import { OffsetLedger, type PartitionOffset, type Ticket } from './offset-ledger';

const topic = 'plinth.test';
const at = (partition: number, offset: number) => ({ topic, partition, offset });

function begun(ledger: OffsetLedger, ...positions: PartitionOffset[]): number {
  const epoch = ledger.beginEpoch();
  ledger.assign(epoch, positions);
  return epoch;
}

type Step =
  | { readonly do: 'accept'; readonly partition: number; readonly gap: number }
  | { readonly do: 'finish'; readonly pick: number }
  | { readonly do: 'rebalance' }
  | { readonly do: 'commit' };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('accept' as const), partition: fc.nat(2), gap: fc.nat(2) }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('finish' as const), pick: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('rebalance' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('commit' as const) }) },
  ),
  { maxLength: 80 },
);

/** The plain statement of the rules: every record of the epoch with whether it is finished. */
interface Model {
  tickets: { ticket: Ticket; epoch: number; partition: number; offset: number; finished: boolean }[];
  start: number[];
}

function floorOf(model: Model, epoch: number, partition: number): number {
  const own = model.tickets.filter((each) => each.epoch === epoch && each.partition === partition);
  const open = own.filter((each) => !each.finished).map((each) => each.offset);
  if (open.length > 0) return Math.min(...open);
  return own.length > 0 ? Math.max(...own.map((each) => each.offset)) + 1 : (model.start[partition] ?? 0);
}

describe('OffsetLedger', () => {
  it('L1 L2 L3: commits up to the lowest unfinished record of the present epoch, whatever finishes in whatever order', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const ledger = new OffsetLedger();
        const model: Model = { tickets: [], start: [0, 0, 0] };
        const begin = () => begun(ledger, ...[0, 1, 2].map((partition) => at(partition, model.start[partition] ?? 0)));
        begin();
        for (const step of script) {
          const epoch = ledger.epoch;
          if (step.do === 'accept') {
            const offset = (ledger.position(at(step.partition, 0)) ?? 0) + step.gap;
            const ticket = ledger.accept(at(step.partition, offset));
            model.tickets.push({ ticket, epoch, partition: step.partition, offset, finished: false });
          } else if (step.do === 'finish' && model.tickets.length > 0) {
            const chosen = model.tickets[step.pick % model.tickets.length];
            if (!chosen) continue;
            expect(ledger.finish(chosen.ticket)).toBe(chosen.epoch === epoch && !chosen.finished);
            chosen.finished = true;
          } else if (step.do === 'rebalance') {
            model.start = [0, 1, 2].map((partition) => floorOf(model, epoch, partition));
            begin();
          } else if (step.do === 'commit') {
            ledger.committed(epoch, ledger.committable());
            expect(ledger.committable()).toEqual([]);
          }
          expect(ledger.floors()).toEqual(
            [0, 1, 2].map((partition) => at(partition, floorOf(model, ledger.epoch, partition))),
          );
        }
      }),
    );
  });

  it('L2: a finish of a former epoch commits nothing, even where the partition stayed', () => {
    const ledger = new OffsetLedger();
    begun(ledger, at(0, 7));
    const stale = ledger.accept(at(0, 7));
    begun(ledger, at(0, 7));
    const again = ledger.accept(at(0, 7));
    expect(ledger.finish(stale)).toBe(false);
    expect(ledger.committable()).toEqual([]);
    expect(ledger.finish(again)).toBe(true);
    expect(ledger.committable()).toEqual([at(0, 8)]);
  });

  it('L3: an acknowledgement of a former epoch does not hide what the present one has to commit', () => {
    const ledger = new OffsetLedger();
    const former = begun(ledger, at(0, 0));
    begun(ledger, at(0, 0));
    ledger.finish(ledger.accept(at(0, 0)));
    ledger.committed(former, [at(0, 5)]);
    expect(ledger.committable()).toEqual([at(0, 1)]);
  });

  it('L3: an assignment that arrives after its epoch is over assigns nothing', () => {
    const ledger = new OffsetLedger();
    const former = ledger.beginEpoch();
    begun(ledger, at(1, 4));
    ledger.assign(former, [at(0, 0)]);
    expect(ledger.floors()).toEqual([at(1, 4)]);
  });

  it('L4: an offset below the position is a bug, never a silent second acceptance', () => {
    const ledger = new OffsetLedger();
    begun(ledger, at(0, 3));
    ledger.accept(at(0, 3));
    expect(() => ledger.accept(at(0, 3))).toThrow(RangeError);
    expect(() => ledger.accept(at(1, 0))).toThrow(RangeError);
  });

  it('keeps its memory bounded by what is unfinished while a hundred thousand records pass', () => {
    const ledger = new OffsetLedger();
    begun(ledger, at(0, 0));
    for (let offset = 0; offset < 100_000; offset += 1) ledger.finish(ledger.accept(at(0, offset)));
    expect(ledger.committable()).toEqual([at(0, 100_000)]);
    expect(
      JSON.stringify(ledger, (_, value: unknown) => (value instanceof Map ? [...value.values()] : value)).length,
    ).toBeLessThan(20_000);
  });
});
