import { randomUUID } from 'node:crypto';
import { counted, NO_FIGURES, type FigureEvent, type Figures } from '../domain/figures/figures';
import type { FigureBook } from './figure-book';

const events = (...given: readonly FigureEvent[]): Figures => given.reduce(counted, NO_FIGURES);
const CALL = { kind: 'call', faulty: false, durationMs: 5 } as const;

/** What every book of figures keeps. */
export function figureBookContract(open: () => FigureBook): void {
  let book: FigureBook;
  let skill: string;
  beforeEach(() => {
    book = open();
    skill = `skill-${randomUUID()}`;
  });
  const bucket = (figures: Figures, over: object = {}) => ({
    ...{ skill, version: '1.0.0', measure: 'live' as const, against: '', startMs: 60_000 },
    ...figures,
    ...over,
  });

  it('S9: adds up processes and stretches of time, series by series', async () => {
    await book.put('p1', [bucket(events(CALL)), bucket(events(CALL, CALL), { startMs: 120_000 })]);
    await book.put('p2', [bucket(events({ ...CALL, faulty: true })), bucket(events(CALL), { version: '2.0.0' })]);
    const sums = await book.sum(skill, 60_000);
    expect(sums).toHaveLength(2);
    const [first] = sums.filter(({ version }) => version === '1.0.0');
    expect(first).toMatchObject({ calls: 4, attributableErrors: 1 });
    expect(first?.latency.reduce((sum, calls) => sum + calls, 0)).toBe(4);
    expect(await book.sum(skill, 120_000)).toMatchObject([{ version: '1.0.0', calls: 2 }]);
  });

  it('S9: counts once what is handed in twice, and forgets nothing for an older hand-in that comes late', async () => {
    const earlier = bucket(events(CALL));
    const later = bucket(events(CALL, CALL, { kind: 'comparison', equal: false }));
    for (const handedIn of [earlier, later, later, earlier]) await book.put('p', [handedIn]);
    expect(await book.sum(skill, 0)).toMatchObject([{ calls: 2, compared: 1, differed: 1 }]);
  });

  it('forgets what is too old', async () => {
    await book.put('p', [bucket(events(CALL)), bucket(events(CALL), { startMs: 120_000 })]);
    await book.prune(120_000);
    expect(await book.sum(skill, 0)).toMatchObject([{ calls: 1 }]);
  });
}
