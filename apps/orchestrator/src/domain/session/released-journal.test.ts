import { readFileSync } from 'node:fs';
import { sessionId, tenantId } from '@plinth/kernel';
import { fold } from './evolve';
import { emptySession, FOLD_VERSION, type Session } from './session';
import type { SessionEvent } from './session-event';

/** A conversation as a released orchestrator journaled it. Its events are never edited; they lie in journals like this one. */
const recorded = JSON.parse(readFileSync(`${__dirname}/../../../released/conversation.json`, 'utf8')) as {
  readonly fold_version: number;
  readonly events: readonly SessionEvent[];
  readonly session: Session;
};

describe('a journal of the last release', () => {
  it('T1: folds to the state that was recorded with it; a fold that differs on purpose has another version', () => {
    const session = fold(emptySession({ tenant: tenantId('t1'), session: sessionId('s1') }), recorded.events);
    expect(JSON.parse(JSON.stringify(session))).toEqual(recorded.session);
    expect(FOLD_VERSION).toBe(recorded.fold_version);
  });
});
