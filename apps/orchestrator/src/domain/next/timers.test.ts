import { settle } from './settle';
import { emptySession } from '../session/session';
import { answerTo, BUDGETS, KEY, KNOWLEDGE, replyEvent, requested } from './scripted-mesh.stage';
import { decide } from './decide';
import { overdue, timerFired, timersOf, wakeAt } from './timers';

const waiting = settle(emptySession(KEY), [requested('你好', 1, 1_000)], KNOWLEDGE, 1_000).session;

describe('timers', () => {
  it('T1: are functions of the session: one for the turn and one for the step that expires', () => {
    expect(timersOf(waiting, BUDGETS)).toMatchObject([
      { kind: 'turn', dueAt: 121_000 },
      { kind: 'assemble', dueAt: 3_000 },
    ]);
    expect(overdue(waiting, BUDGETS, 2_999)).toEqual([]);
    expect(overdue(waiting, BUDGETS, 3_000)).toHaveLength(1);
    expect(timersOf(emptySession(KEY), BUDGETS)).toEqual([]);
  });

  it('T2: have the same id on every replica that fires them', () => {
    const [timer] = overdue(waiting, BUDGETS, 3_000);
    expect(timerFired(waiting, timer!, 3_000).id).toBe(timerFired(waiting, timer!, 9_000).id);
  });

  it('wake the sweeper for a command unanswered too long, and never for a session that waits for nobody', () => {
    const command = decide(waiting, BUDGETS)[0]!;
    const next = settle(waiting, [replyEvent(command, answerTo(command), 1_500)], KNOWLEDGE, 1_500).session;
    expect(wakeAt(next, BUDGETS, 5_000)).toBe(6_500);
    expect(wakeAt(emptySession(KEY), BUDGETS, 5_000)).toBeUndefined();
  });
});
