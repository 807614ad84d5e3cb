import { ParserTurns } from './parser-turns';

const task = { parser: 'markdown', content: '# 1. Scope' } as const;

describe('ParserTurns', () => {
  it('M30: parses two documents at once, lets others wait in their order, and refuses those beyond', async () => {
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const turns = new ParserTurns({ atOnce: 2, waiting: 2 }, (_task, timeoutMs) => {
      begun.push(timeoutMs);
      return new Promise((resolve) => ends.push(() => resolve({ headings: [] })));
    });
    const parsed = [1, 2, 3, 4, 5].map((n) => turns.parse(task, n));
    expect(await parsed[4]).toEqual({ fault: 'busy' });
    expect(begun).toEqual([1, 2]);
    ends[1]?.();
    await parsed[1];
    expect(begun).toEqual([1, 2, 3]);
    ends[0]?.();
    ends[2]?.();
    await Promise.all([parsed[0], parsed[2]]);
    expect(begun).toEqual([1, 2, 3, 4]);
    ends[3]?.();
    await parsed[3];
    const last = turns.parse(task, 6);
    ends[4]?.();
    expect(await last).toEqual({ headings: [] });
  });

  it('M30: a parser that fails gives its turn back', async () => {
    let fails = true;
    const turns = new ParserTurns({ atOnce: 1, waiting: 0 }, () =>
      fails ? Promise.reject(new Error('it does not start')) : Promise.resolve({ pages: [] }),
    );
    await expect(turns.parse(task, 1)).rejects.toThrow('does not start');
    fails = false;
    expect(await turns.parse(task, 1)).toEqual({ pages: [] });
  });
});
