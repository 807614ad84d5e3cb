import { unfinishedTask } from './unfinished-task';
import type { SessionUpdate, SlotOperation } from './session-state';

const set = (n: number, ...slots: [key: string, value: string | null][]): SessionUpdate => ({
  n,
  turnId: `t${n}`,
  type: 'set',
  origin: 'user',
  operations: slots.map(([key, value]): SlotOperation => ({ kind: 'state', key, value })),
});
const left = (updates: readonly SessionUpdate[], doneAt = 0) => Object.fromEntries(unfinishedTask(updates, doneAt));

describe('M5: the task that a session leaves unfinished', () => {
  const updates = [set(1, ['order_number', 'A1'], ['core:order_number:A1', '1.1']), set(2, ['city', '北京'])];

  it('is what its slots hold, without the book-keeping of the dialogue', () =>
    expect(left(updates)).toEqual({ order_number: 'A1', city: '北京' }));

  it('is nothing of what was said before the effect, and all that was said after it', () => {
    expect(left(updates, 2)).toEqual({});
    expect(left([...updates, set(3, ['order_number', 'A2'])], 2)).toEqual({ order_number: 'A2' });
  });

  it('is no value that was taken back, and is a task that was laid aside', () => {
    expect(left([...updates, { n: 3, turnId: 't3', type: 'undo', undoes: 2 }])).toEqual({ order_number: 'A1' });
    const aside = set(3, ['frozen:1:order_number', 'A1'], ['frozen:1:topic:words', 'x'], ['order_number', null]);
    expect(left([...updates, aside])).toEqual({ order_number: 'A1', city: '北京' });
    expect(left([...updates, aside], 2)).toEqual({});
  });
});
