import { Conversation } from '@plinth/testing';
import type { Stage } from './stage';

export function describeExplainedDecision(stage: () => Stage): void {
  describe('the conversation about what was recommended', () => {
    it('M34: a later session that asks why something was recommended is told the reason that was stored with it', async () => {
      const talk = new Conversation(stage().turns);
      expect(await talk.hear('订单 DD20261101002 我要退款')).toContain('建议您联系人工客服');
      const later = talk.later();
      const told = await later.say('上次为什么建议我联系人工客服？');
      expect(told.reply.text).toBe('上次推荐“联系人工客服”，理由是：虚拟商品激活后不支持退款。');
      expect(told.reply.evidence).toContainEqual(expect.objectContaining({ kind: 'memory', key: 'recommendation' }));
      expect(await later.hear('为什么上次推荐视频会员？')).not.toContain('理由是');
    });

    it('M34: in English, too, and of what nobody has recommended there is no reason', async () => {
      const talk = new Conversation(stage().turns);
      expect(await talk.later().hear('Why did you recommend that last time?')).not.toContain('The reason for');
      expect(await talk.hear('I want a refund for order DD20261101002')).toContain('talk to a person');
      expect(await talk.later().hear('Why did you suggest that I talk to a person last time?')).toBe(
        'The reason for the recommendation “talk to a person” was: virtual goods cannot be refunded once activated.',
      );
    });
  });
}
