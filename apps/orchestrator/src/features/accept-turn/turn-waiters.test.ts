import { deriveId, TransientError, turnId } from '@plinth/kernel';
import { InMemorySessionJournal } from '../../adapters/outbound/in-process/in-memory-session-journal';
import { KEY } from '../../domain/next/scripted-mesh.stage';
import type { FinalEvent } from '../../domain/session/session-event';
import type { TurnKey } from '../../ports/session-journal';
import { TurnBell } from '../../ports/turn-bell';
import { POLL_MS, TurnWaiters } from './turn-waiters';

/** Rings only when told, as another replica would. */
class HandBell extends TurnBell {
  private readonly listeners = new Set<(turn: TurnKey) => void>();
  announce(): void {
    // nobody else listens
  }
  async listen(onEnded: (turn: TurnKey) => void): Promise<() => Promise<void>> {
    this.listeners.add(onEnded);
    return async () => void this.listeners.delete(onEnded);
  }
  ring(turn: TurnKey): void {
    for (const heard of this.listeners) heard(turn);
  }
}

const TURN: TurnKey = { tenant: KEY.tenant, turn: turnId(deriveId('turn', 1)) };
const end: FinalEvent = {
  seq: 1,
  id: deriveId('end'),
  type: 'turn.completed.v1',
  turn: TURN.turn,
  at: 1,
  source: 'orchestrator',
  data: {
    record: {
      status: 'completed',
      notices: [],
      steps: [],
      usage: { model_calls: 0, input_tokens: 0, output_tokens: 0, messages: 0, duration_ms: 1 },
    },
  },
  texts: { reply: '好的', slots: {}, evidence: [] },
};

describe('TurnWaiters, when a turn ends on another replica', () => {
  const bell = new HandBell();
  let journal: InMemorySessionJournal;
  let waiters: TurnWaiters;
  let heard: FinalEvent[];

  beforeEach(async () => {
    jest.useFakeTimers();
    journal = new InMemorySessionJournal();
    waiters = new TurnWaiters(journal, bell, { warn: () => undefined });
    await waiters.start();
    heard = [];
    void waiters.wait(TURN).final.then((event) => heard.push(event));
  });
  afterEach(async () => {
    await waiters.stop();
    jest.useRealTimers();
  });

  const endElsewhere = () => journal.append({ ...KEY, expectedSeq: 0, events: [end], head: {} });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('T6: a ring brings what the journal has, at once', async () => {
    await endElsewhere();
    bell.ring(TURN);
    await pass(0);
    expect(heard).toEqual([end]);
  });

  it('T6: a ring is a hint: before the journal has the end, nobody is told anything', async () => {
    bell.ring(TURN);
    await pass(0);
    expect(heard).toEqual([]);
  });

  it('T6: without any ring it is known within a second', async () => {
    await endElsewhere();
    await pass(999);
    expect(heard).toEqual([]);
    await pass(1);
    expect(heard).toEqual([end]);
    expect(POLL_MS).toBe(1_000);
  });

  it('T6: a journal that is away when asked is asked again a second later', async () => {
    await endElsewhere();
    const finals = journal.finals.bind(journal);
    journal.finals = async () => {
      journal.finals = finals;
      throw new TransientError('postgres_unavailable', 'away');
    };
    await pass(POLL_MS);
    expect(heard).toEqual([]);
    await pass(POLL_MS);
    expect(heard).toEqual([end]);
  });

  it('hears neither ring nor clock once it is stopped', async () => {
    await waiters.stop();
    await endElsewhere();
    bell.ring(TURN);
    await pass(10 * POLL_MS);
    expect(heard).toEqual([]);
  });
});
