import { memoryEnded } from '@plinth/contracts';
import { messageId, tenantId } from '@plinth/kernel';
import { reply } from '../delivery';
import { deriveReplies } from './derive-replies';

const cause = { id: messageId('c1'), tenant: tenantId('acme') };
const answers = [reply(memoryEnded, { removed: 1 }), reply(memoryEnded, { removed: 2 })];
const idsOf = (command = cause) =>
  deriveReplies(command, answers, 'memory', Date.now()).map(({ envelope: { id } }) => id);

describe('deriveReplies', () => {
  it('T3: several answers of one type each have an id of their own, the same whenever the command is answered', () => {
    expect(new Set(idsOf()).size).toBe(2);
    expect(idsOf()).toEqual(idsOf());
    expect(idsOf({ ...cause, id: messageId('c2') })).not.toEqual(idsOf());
  });
});
