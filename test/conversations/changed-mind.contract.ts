import { Conversation } from '@plinth/testing';
import { effectsOf, type Stage } from './stage';

interface SessionView {
  readonly facts: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
}

/** Undo and changed mind (M4), over as many turns as a user takes. */
export function describeChangedMind(stage: () => Stage): void {
  const begin = () => new Conversation(stage().turns);
  const sessionOf = async (talk: Conversation): Promise<SessionView> => {
    const { status, body } = await stage().memory.request<SessionView>('GET', `/v1/memory/sessions/${talk.session}`);
    expect(status).toBe(200);
    return body;
  };

  describe('a user who changes his mind', () => {
    it('M4: the new value overwrites, nothing of the old one leaks, and undo brings the old one back', async () => {
      const talk = begin();
      await talk.say('查北京天气');
      expect((await sessionOf(talk)).state['city']).toBe('北京');
      const changed = await talk.say('算了改成上海');
      expect(changed.reply.text).toContain('上海');
      expect(JSON.stringify(changed)).not.toContain('北京');
      const held = await sessionOf(talk);
      expect(held.state['city']).toBe('上海');
      expect(JSON.stringify(held)).not.toContain('北京');
      expect(await talk.hear('撤回上步')).toContain('恢复为北京');
      expect((await sessionOf(talk)).state['city']).toBe('北京');
    });

    it('M4: an order number corrected in the same sentence is the only one that is read', async () => {
      const told = await begin().say('查订单 DD20261101001，不对，是 DD20261101003');
      expect(told.reply.text).toContain('机械键盘');
      expect(JSON.stringify(told)).not.toMatch(/DD20261101001|降噪耳机/);
    });

    it('M4: an order changed while the refund waits for its yes is the one that is refunded', async () => {
      const before = (await effectsOf(stage().dataDir, 'refund_process')).length;
      const talk = begin();
      await talk.say('我要退款 DD20261101001');
      const changed = await talk.hear('算了，改成 DD20261101003');
      expect(changed).toMatch(/机械键盘.*确认退款吗？/);
      expect(changed).not.toMatch(/DD20261101001|899/);
      expect(await talk.hear('确认')).toContain('758 CNY');
      const made = (await effectsOf(stage().dataDir, 'refund_process')).slice(before);
      expect(made.map(({ result }) => result['order_id'])).toEqual(['DD20261101003']);
    });

    it('M4: an undone declaration is neither answered nor asked for any more', async () => {
      const talk = begin();
      await talk.say('我的邮箱是 old@example.com');
      expect(await talk.hear('撤回上步')).toContain('邮箱已清除');
      const asked = await talk.say('我的邮箱是什么？');
      expect(asked.reply.text).toContain('我还不知道您的邮箱');
      expect(JSON.stringify(asked)).not.toContain('old@example.com');
      expect(JSON.stringify(await sessionOf(talk))).not.toContain('old@example.com');
      expect(await talk.later().hear('我的邮箱是什么？')).toContain('我还不知道您的邮箱');
    });

    it('M4: an undo never takes an executed effect back', async () => {
      const talk = begin();
      await talk.say('我要退款 DD20261101003');
      await talk.say('确认');
      const made = await effectsOf(stage().dataDir, 'refund_process');
      await talk.say('撤回上步');
      expect(await effectsOf(stage().dataDir, 'refund_process')).toEqual(made);
    });
  });
}
