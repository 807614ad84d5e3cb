import { MESSAGES } from '@plinth/contracts';
import { REPLIES } from './reply-event';

describe('replies', () => {
  it('are all messages that come back on the topic of sessions: one that is not among them would be parked', () => {
    const onTopic = MESSAGES.filter(({ topics }) => topics.some((topic) => topic === 'plinth.session.events'));
    expect(REPLIES.map(({ type }) => type).sort()).toEqual(onTopic.map(({ type }) => type).sort());
  });
});
