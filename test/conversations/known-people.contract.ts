import { Conversation } from '@plinth/testing';
import type { Stage } from './stage';

export function describeKnownPeople(stage: () => Stage): void {
  describe('the conversation about people', () => {
    it('M5, M9: of two whom the user calls alike none is guessed: the user is asked who is meant', async () => {
      const { turns, memory } = stage();
      const talk = new Conversation(turns);
      for (const [id, name] of [
        ['li', '王莉'],
        ['fang', '王芳'],
      ] as const) {
        const body = { user_id: talk.speaker.user_id, name, nicknames: ['王姐'], phone: `1380013800${name.length}` };
        expect((await memory.request('PUT', `/v1/memory/contacts/${id}`, body)).status).toBe(200);
      }
      expect(await talk.hear('王莉的电话是多少？')).toBe('王莉的电话是13800138002。');
      expect(await talk.hear('给王姐打电话')).toMatch(/^您说的“王姐”是哪一位：(?:王莉、王芳|王芳、王莉)？$/);
    });
  });
}
