import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalJson, sessionId, tenantId } from '@plinth/kernel';
import { evolve } from './evolve';
import { emptySession, FOLD_VERSION, type Session } from './session';
import type { SessionEvent } from './session-event';

/** A conversation as a released orchestrator journaled it. Its events are never edited; they lie in journals like this one. */
const recorded = JSON.parse(readFileSync(`${__dirname}/../../../released/conversation.json`, 'utf8')) as {
  readonly fold_version: number;
  readonly events: readonly SessionEvent[];
  /** Of the state after each event. */
  readonly digests: readonly string[];
  readonly session: Session;
};
const digestOf = (session: Session): string =>
  createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(session))))
    .digest('hex')
    .slice(0, 12);

describe('a journal of the last release', () => {
  it('T1: folds, event by event, to the states that were recorded with it; a fold that differs on purpose has another version', () => {
    let session = emptySession({ tenant: tenantId('t1'), session: sessionId('s1') });
    const digests = recorded.events.map((event) => digestOf((session = evolve(session, event))));
    expect(JSON.parse(JSON.stringify(session))).toEqual(recorded.session);
    expect(digests).toEqual(recorded.digests);
    expect(FOLD_VERSION).toBe(recorded.fold_version);
  });
});
