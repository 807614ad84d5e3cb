import { Repeating } from './repeating';

const PAUSE_MS = 100;

describe('Repeating', () => {
  let ranAtMs: number[];
  let failures: unknown[];
  /** What each run does, in order; later ones do nothing. */
  let runs: (() => Promise<unknown>)[];
  let repeating: Repeating;

  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    [ranAtMs, failures, runs] = [[], [], []];
    repeating = repeatingEvery(PAUSE_MS);
  });
  afterEach(async () => {
    await repeating.stop();
    jest.useRealTimers();
  });

  const repeatingEvery = (pauseMs: number | (() => number)) =>
    new Repeating(
      async () => {
        ranAtMs.push(Date.now());
        await runs.shift()?.();
      },
      pauseMs,
      (error) => failures.push(error),
    );
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const lasting = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));
  const failing = (error: Error) => () => Promise.reject(error);

  it('runs first after one pause, or when told, and then after each pause', async () => {
    repeating.start();
    await pass(350);
    expect(ranAtMs).toEqual([100, 200, 300]);
    await repeating.stop();
    ranAtMs = [];
    repeating = repeatingEvery(PAUSE_MS).start(0);
    await pass(250);
    expect(ranAtMs).toEqual([350, 450, 550]);
  });

  it('1: counts the pause from the end of a run that takes longer than it', async () => {
    runs = [lasting(250), lasting(250)];
    repeating.start();
    await pass(1_000);
    expect(ranAtMs).toEqual([100, 450, 800, 900, 1_000]);
  });

  it('asks after each run how long to pause', async () => {
    const pauses = [10, 20, 40];
    repeating = repeatingEvery(() => pauses.shift() ?? 1_000).start(0);
    await pass(100);
    expect(ranAtMs).toEqual([0, 10, 30, 70]);
  });

  it('2: goes on after failures, and reports the first of each row', async () => {
    const [first, second, third] = [new Error('1'), new Error('2'), new Error('3')];
    runs = [failing(first), failing(second), lasting(0), failing(third)];
    repeating.start();
    await pass(1_000);
    expect(failures).toEqual([first, third]);
    expect(ranAtMs.length).toBeGreaterThan(5);
  });

  it('3: runs nothing after its stop, which waits for the run under way, woken or not', async () => {
    runs = [lasting(500)];
    repeating.start();
    await pass(PAUSE_MS);
    let stopped = false;
    repeating.wake();
    const stop = repeating.stop().then(() => (stopped = true));
    await pass(499);
    expect(stopped).toBe(false);
    await pass(1);
    await stop;
    await pass(1_000);
    expect(ranAtMs).toEqual([100]);
  });

  it('3: runs nothing when it was stopped before its first run', async () => {
    repeating.start();
    await repeating.stop();
    repeating.wake();
    await pass(1_000);
    expect(ranAtMs).toEqual([]);
  });

  it('runs at once when woken, and pauses from there', async () => {
    repeating.start();
    await pass(60);
    repeating.wake();
    await pass(190);
    expect(ranAtMs).toEqual([60, 160]);
  });

  it('runs once more when woken during a run, however often: what woke it may have come too late for that one', async () => {
    runs = [lasting(50)];
    repeating.start();
    await pass(120);
    repeating.wake();
    repeating.wake();
    await pass(79);
    expect(ranAtMs).toEqual([100, 150]);
  });

  it('is not started by a wake', async () => {
    repeating.wake();
    await pass(1_000);
    expect(ranAtMs).toEqual([]);
  });
});
