import { Conversation } from '@plinth/testing';
import type { Stage } from './stage';

export function describeMemoryPreview(stage: () => Stage): void {
  describe('the record of a turn', () => {
    it('M28: shows what memory knew, kept and dropped and why: in the clear to its user, masked to others, to nobody once erased', async () => {
      const { turns, memory } = stage();
      const talk = new Conversation(turns);
      await talk.hear('我的邮箱是lina@example.com');
      await talk.hear('对的');
      const later = talk.later();
      const { turn_id: turn } = await later.say('我的邮箱是什么？');
      const { memory_preview: preview } = (await turns.read(turn)).body;
      expect(preview).toMatchObject({
        ...{ answered_by: 'profile', took_ms: expect.any(Number) },
        knew: { profile: 1 },
        items: [
          { key: 'email', layer: 'profile', content: 'lina@example.com', kept: true, reason: 'the profile knows it' },
        ],
      });
      const { body: masked } = await turns.read(turn, 'somebody-else');
      expect(masked.memory_preview?.items.map(({ content }) => content)).toEqual(['l***@example.com']);
      expect(JSON.stringify(masked.memory_preview)).not.toContain('lina');

      const { user_id: user } = talk.speaker;
      await memory.request('DELETE', `/v1/memory/users/${user}`);
      const after = async () => (await turns.read(turn)).body.memory_preview;
      for (let i = 0; i < 50 && (await after()) !== undefined; i++) await new Promise((soon) => setTimeout(soon, 100));
      expect(await after()).toBeUndefined();
    });
  });
}
