import { Watchdog } from './watchdog';

describe('Watchdog', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('calls each work that is late once, not before its time, and none that was released', () => {
    const watchdog = new Watchdog(1_000);
    const late: string[] = [];
    watchdog.watch(() => late.push('first'));
    jest.advanceTimersByTime(600);
    const released = watchdog.watch(() => late.push('released'));
    watchdog.watch(() => late.push('second'));
    watchdog.release(released);
    jest.advanceTimersByTime(399);
    expect(late).toEqual([]);
    jest.advanceTimersByTime(2);
    expect(late).toEqual(['first']);
    jest.advanceTimersByTime(610);
    expect(late).toEqual(['first', 'second']);
    jest.advanceTimersByTime(10_000);
    expect(late).toEqual(['first', 'second']);
  });

  it('has one timer however much it watches, and none once all is done and its time is over', () => {
    const watchdog = new Watchdog(1_000);
    const entries = Array.from({ length: 100 }, () => watchdog.watch(() => undefined));
    expect(jest.getTimerCount()).toBe(1);
    for (const entry of entries) watchdog.release(entry);
    jest.advanceTimersByTime(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });
});
