import fc from 'fast-check';
import { defaultPlan } from '../plan/default-plan';
import { configure, idleRollout } from './configure';
import type { Actor, Moved, RolloutState, Transition } from './rollout-state';
import { pause, promote, resume, rollback, start } from './transitions';

const person: Actor = { kind: 'person', name: 'ada' };
const engine: Actor = { kind: 'engine' };
const by = (who: Actor, atMs = 1_000) => ({ atMs, by: who, reason: 'because' });
const target = { baseline: '1.0.0', candidate: '2.0.0', plan: defaultPlan() };
const idle = idleRollout('skill:refund', target);

const done = (transition: Transition): Moved => {
  if (transition.kind === 'refused') throw new Error(transition.message);
  return transition;
};
const running = done(start(idle, by(person))).state;
const completed = [1, 2, 3].reduce((state) => done(promote(state, by(person))).state, running);
const back = done(rollback(completed, by(engine))).state;

describe('a rollout', () => {
  it('S7: goes through its stages and completes after the last, each step with who, when, why, whence and whither', () => {
    expect(completed).toMatchObject({ status: 'completed', stage: 2, candidate: '2.0.0', baseline: '1.0.0' });
    const { entry } = done(promote(running, by(person, 5_000)));
    expect(entry).toEqual({
      ...{ revision: 3, atMs: 5_000, by: person, action: 'promote', reason: 'because', guards: [] },
      from: { status: 'running', stage: 'internal', baseline: '1.0.0', candidate: '2.0.0' },
      to: { status: 'running', stage: 'vip', baseline: '1.0.0', candidate: '2.0.0' },
    });
  });

  it('S7: is taken back while it runs, while it is paused and after it completed, and only once', () => {
    const paused = done(pause(running, by(person))).state;
    for (const state of [running, paused, completed])
      expect(done(rollback(state, by(engine))).state).toMatchObject({ status: 'rolled_back', revoked: ['2.0.0'] });
    expect(rollback(back, by(engine))).toMatchObject({ kind: 'refused', code: 'wrong_status' });
  });

  it('S7: once taken back is started again by a person alone, also in a later stage, and serves pins again (T4)', () => {
    expect(promote(back, by(person))).toMatchObject({ code: 'wrong_status' });
    expect(resume(back, by(person))).toMatchObject({ code: 'wrong_status' });
    expect(start(back, by(engine))).toMatchObject({ code: 'person_needed' });
    expect(done(start(back, by(person), 2)).state).toMatchObject({ status: 'running', stage: 2, revoked: [], run: 2 });
    expect(start(back, by(person), 7)).toMatchObject({ code: 'unknown_stage' });
    expect(start(back, by(person), -1)).toMatchObject({ code: 'unknown_stage' });
  });

  it('S7: waits anew for its time after a pause, which a person ends', () => {
    const paused = done(pause(running, by(person, 2_000))).state;
    expect(paused).toMatchObject({ status: 'paused', enteredAtMs: 1_000 });
    expect(promote(paused, by(person))).toMatchObject({ code: 'wrong_status' });
    expect(resume(paused, by(engine))).toMatchObject({ code: 'person_needed' });
    expect(done(resume(paused, by(person, 9_000))).state).toMatchObject({ status: 'running', enteredAtMs: 9_000 });
  });

  it('decide 3: dates no stage before the one it follows, when the clock went backwards', () => {
    const promoted = done(promote(done(start(idle, by(person, 90_000))).state, by(person, 10_000)));
    expect(promoted.state.enteredAtMs).toBe(90_000);
    expect(promoted.entry.atMs).toBe(10_000);
  });

  it('does not start without a candidate', () => {
    const alone = idleRollout('skill:refund', { ...target, candidate: undefined });
    expect(start(alone, by(person))).toMatchObject({ code: 'no_candidate' });
  });

  it('T4: revokes a candidate that served everybody and is dropped, but not one that becomes the baseline', () => {
    const next = { ...target, candidate: '3.0.0' };
    expect(done(configure(completed, next, by(person))).state).toMatchObject({ status: 'idle', revoked: ['2.0.0'] });
    expect(done(configure(completed, { ...next, baseline: '2.0.0' }, by(person))).state.revoked).toEqual([]);
    expect(done(configure(back, target, by(person))).state.revoked).toEqual([]);
    expect(done(configure(idle, next, by(person))).state.revoked).toEqual([]);
    expect(configure(running, next, by(person))).toMatchObject({ code: 'in_progress' });
  });

  it('counts every change, and after any steps serves a candidate only if that is not revoked', () => {
    const step = fc.constantFrom<(state: RolloutState, at: number) => Transition>(
      (state, at) => start(state, by(person, at)),
      (state, at) => start(state, by(engine, at)),
      (state, at) => pause(state, by(person, at)),
      (state, at) => resume(state, by(person, at)),
      (state, at) => promote(state, by(person, at)),
      (state, at) => rollback(state, by(engine, at)),
      (state, at) => configure(state, target, by(person, at)),
      (state, at) => configure(state, { ...target, baseline: '2.0.0', candidate: '3.0.0' }, by(person, at)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        let state = idle;
        for (const [at, take] of steps.entries()) {
          const next = take(state, at);
          if (next.kind === 'refused') continue;
          expect(next.state.revision).toBe(state.revision + 1);
          expect(next.entry.revision).toBe(next.state.revision);
          if (state.status === 'rolled_back' && next.state.status === 'running')
            expect(next.entry).toMatchObject({ action: 'start', by: person });
          state = next.state;
          const serving = ['running', 'paused', 'completed'].includes(state.status);
          if (serving) expect(state.revoked).not.toContain(state.candidate);
          expect(state.revoked).not.toContain(state.baseline);
          expect(state.plan.stages[state.stage]).toBeDefined();
        }
      }),
    );
  });
});
