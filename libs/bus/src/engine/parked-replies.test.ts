import { commandFailed, memoryEnded, type Outgoing } from '@plinth/contracts';
import { messageId, PermanentError, sessionId, tenantId, turnId } from '@plinth/kernel';
import { eventually } from '../bus.stage';
import { patternOf } from '../handlers';
import type { FetchedRecord } from '../transport';
import { encodeMessage } from '../wire/encode-message';
import { NOW, setUp } from './engine.stage';
import type { MessageFunction } from './handler-call';

const EVENTS = 'plinth.session.events';

/** The engine of the orchestrator, which is sent replies; `refuses` are the ids that its handler cannot take in. */
function listening(refuses: readonly string[] = []) {
  const taken: string[] = [];
  const handler: MessageFunction = (_data, { id }) => {
    if (refuses.includes(id)) throw new PermanentError('unstorable', 'no');
    taken.push(id);
    return undefined;
  };
  const handlers = new Map([memoryEnded, commandFailed].map(({ type }) => [patternOf(EVENTS, type), handler]));
  const stage = setUp(handler, { consumer: 'orchestrator', handlers });
  let offset = 0;
  const send = (
    id: string,
    { turn = 't1', causation = `of-${id}`, failed = false, body = undefined as string | undefined } = {},
  ) => {
    const error = { code: 'c', message: 'm', retryable: false };
    const envelope = {
      id: messageId(id),
      source: 'memory' as const,
      timeMs: NOW,
      tenant: tenantId('acme'),
      session: sessionId('s'),
      turn: turnId(turn),
      ...(causation !== '' && { causation: messageId(causation) }),
    };
    const message: Outgoing = failed
      ? { definition: commandFailed, envelope, data: { command_type: 'x', consumer: 'memory', error } }
      : { definition: memoryEnded, envelope, data: { removed: 0 } };
    const encoded = encodeMessage(message);
    const record: FetchedRecord = {
      ...encoded,
      body: body === undefined ? encoded.body : Buffer.from(body),
      partition: 0,
      offset: String((offset += 1)),
      appendedAtMs: NOW,
    };
    stage.engine.accept(record, () => stage.finished.push(id));
  };
  const ended = (count: number) => eventually(() => stage.finished.length === count, 5_000);
  const answers = () => stage.sent.messages.map(({ envelope }) => [envelope.causation, envelope.turn]);
  return { ...stage, taken, send, ended, answers };
}

describe('a reply that is parked', () => {
  it.each([
    ['is no JSON', [], '{"broken'],
    ['breaks its contract', [], '{"removed":"all"}'],
    ['its handler cannot take in', ['r1'], undefined],
  ])('B4: when it %s, ends the wait of its session for the command that it answers', async (_what, refuses, body) => {
    const { send, ended, sent, answers } = listening(refuses);
    send('r1', { body });
    await ended(1);
    expect(sent.types).toEqual(['failed:parked']);
    expect(answers()).toEqual([['of-r1', 't1']]);
  });

  it('T3: the answer has the id of the command that waits: replies that share an id of their own end each wait', async () => {
    const { send, ended, sent } = listening();
    send('same', { body: '{"broken', turn: 't1', causation: 'c1' });
    send('same', { body: '{"broken', turn: 't2', causation: 'c2' });
    send('other', { body: '{"broken', turn: 't2', causation: 'c2' });
    await ended(3);
    const [first, second, again] = sent.messages.map(({ envelope }) => envelope.id);
    expect(second).not.toBe(first);
    expect(again).toBe(second);
  });

  it('B4: a later reply of its turn follows it and ends the wait for its own command; those of the next turn are taken in', async () => {
    const { send, ended, taken, answers } = listening();
    send('r1', { body: '{"broken', causation: '' });
    send('r2');
    send('r3', { turn: 't2' });
    await ended(3);
    expect(taken).toEqual(['r3']);
    expect(answers()).toEqual([['of-r2', 't1']]);
  });

  it('B4: what tells of a failure does not follow a parked turn: it ends the wait', async () => {
    const { send, ended, taken } = listening();
    send('r1', { body: '{"broken' });
    send('f1', { failed: true });
    await ended(2);
    expect(taken).toEqual(['f1']);
  });

  it('B2: a failure that cannot be taken in is parked, and answered by no other failure; one that is not readable is answered once', async () => {
    const { send, ended, sent, parking } = listening(['f1']);
    send('f1', { failed: true });
    await ended(1);
    expect(sent.messages).toEqual([]);
    expect(await parking.list('orchestrator', 10)).toMatchObject([{ errorCode: 'unstorable' }]);
    send('f2', { failed: true, body: '{"broken' });
    await ended(2);
    expect(sent.types).toEqual(['failed:parked']);
  });
});
