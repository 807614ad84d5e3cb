import { Closers } from './closers';

describe('Closers', () => {
  let nowMs: number;
  beforeEach(() => (nowMs = 1_000));
  const stages = (closers: Closers, ...tookMs: number[]): number[] => {
    const given: number[] = [];
    for (const took of tookMs)
      closers.add(async () => {
        given.push(closers.remainingMs());
        nowMs += took;
      });
    return given;
  };

  it('gives each stage what the stages before it have left of one deadline, and nothing beyond it', async () => {
    const closers = new Closers(20_000, () => nowMs);
    const given = stages(closers, 1, 15_000, 12_000);
    await closers.close();
    expect(given).toEqual([20_000, 8_000, 0]);
  });

  it('counts from the moment that work is refused, when a stage has served on before it', async () => {
    const closers = new Closers(20_000, () => nowMs);
    const given = stages(closers, 1);
    closers.add(async () => {
      nowMs += 5_000;
      closers.begin();
      nowMs += 4_000;
    });
    await closers.close();
    expect(given).toEqual([16_000]);
  });

  it('closes what was opened first last, and everything although one close fails, which it then says', async () => {
    const closed: string[] = [];
    const closers = new Closers(1_000);
    const close = (name: string) => async () => {
      closed.push(name);
      if (name === 'bus') throw new Error('away');
    };
    for (const name of ['store', 'bus', 'edge']) closers.add(close(name));
    await expect(closers.close()).rejects.toThrow(AggregateError);
    expect(closed).toEqual(['edge', 'bus', 'store']);
  });
});
