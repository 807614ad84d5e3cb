import { parseStat, ticksOf, type ProcessStat } from './process-cpu';

const stat = (pid: number, parent: number, ownTicks: number, reapedTicks = 0): [number, ProcessStat] => [
  pid,
  { pid, parent, ownTicks, reapedTicks },
];

describe('the CPU time of processes', () => {
  it('is read from the right fields, whatever the program is called', () => {
    const line = '42 (postgres: io (1) wor) S 7 42 42 0 -1 4194304 100 200 0 0 11 22 33 44 20 0 1 0 5000 1 2';
    expect(parseStat(line)).toEqual({ pid: 42, parent: 7, ownTicks: 33, reapedTicks: 77 });
  });

  it('counts living descendants of a tree, and what its ended children left', () => {
    const table = new Map([stat(1, 0, 5, 3), stat(2, 1, 10), stat(3, 2, 20), stat(4, 0, 1_000)]);
    expect(ticksOf(table, 1, true)).toBe(38);
    expect(ticksOf(table, 1, false)).toBe(8);
  });

  it('does not pass off a process that is gone as one that used nothing', () => {
    expect(() => ticksOf(new Map(), 9, false)).toThrow('process 9 is gone');
  });
});
