import { COMMANDS_TOPICS, TOPICS, userErase, userErased } from '@plinth/contracts';
import { userId } from '@plinth/kernel';
import { erased } from './erased';

const request = userErase.schema.parse({
  erasure_id: 'e-1',
  user_ids: ['canonical', 'sent'],
  requested_at: '2026-01-01T00:00:00.000Z',
});

describe('the answer to an erasure', () => {
  it('M20: comes from the service that takes commands on its topic, whichever that is, so that no answer is another one’s', () => {
    const services = COMMANDS_TOPICS.map((topic) => erased({ topic }, request, {}).data.service);
    expect(services).toEqual(COMMANDS_TOPICS.map((topic) => TOPICS[topic].consumer));
  });

  it('names the user by whom the erasure is keyed, and only without one the first of its ids', () => {
    const answer = (user?: string) =>
      erased({ topic: 'plinth.memory.commands', ...(user && { user: userId(user) }) }, request, { items: 2 });
    expect(answer('keyed').data).toMatchObject({ erasure_id: 'e-1', user_id: 'keyed', counts: { items: 2 } });
    expect(answer().data.user_id).toBe('canonical');
    expect(answer().definition).toBe(userErased);
  });
});
