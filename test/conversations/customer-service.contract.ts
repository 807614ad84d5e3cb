import { Conversation } from '@plinth/testing';
import { effectsOf, type Stage } from './stage';

/** The conversation of the README, and what the shop's flows promise beside it; the same in both profiles (X3). */
export function describeCustomerService(stage: () => Stage): void {
  const begin = () => new Conversation(stage().turns);
  const refunds = () => effectsOf(stage().dataDir, 'refund_process');

  describe('the customer-service conversation', () => {
    it('X3: a declared address is asked for, confirmed, and answered in another session of the same user only', async () => {
      const first = begin();
      expect(await first.hear('我的邮箱是 wang@example.com')).toMatch(
        /^已记录您的邮箱为\s*wang@example\.com，是否正确？/,
      );
      expect(await first.hear('是的')).toContain('已确认并保存您的邮箱：wang@example.com');
      const answered = await first.later().say('我的邮箱是什么？');
      expect(answered.reply.text).toContain('您的邮箱是wang@example.com');
      expect(answered.reply.evidence).toContainEqual(expect.objectContaining({ kind: 'memory' }));
      expect(await begin().hear('我的邮箱是什么？')).toContain('我还不知道您的邮箱');
    });

    it('O10: a flow reads an order by its number, and by the number that is known from before', async () => {
      const talk = begin();
      const told = await talk.say('查一下订单 DD20261101001');
      expect(told.reply.text).toMatch(/降噪耳机 × 1.*已发货.*899 CNY/);
      expect(told.reflection).toMatchObject({ outcome: 'passed', reflection_skipped: false });
      expect(told.steps).toContainEqual(
        expect.objectContaining({
          name: 'skill.invoke',
          status: 'succeeded',
          skill: 'get_order_status',
          version: '1.0.0',
        }),
      );
      expect(told.usage).toMatchObject({ messages: 8, model_calls: 0 });
      expect(await talk.hear('现在到哪了，订单发货了吗？')).toContain('DD20261101001');
      expect(await talk.hear('查订单 DD20269999999')).toContain('没有找到订单 DD20269999999');
    });

    it('R5 T5: a refund asks first, acts once, and reflection puts the outdated promise right before it is released', async () => {
      const before = (await refunds()).length;
      const talk = begin();
      await talk.hear('查一下订单 DD20261101001');
      expect(await talk.hear('我要退款')).toMatch(/可退 899 CNY，确认退款吗？/);
      expect(await refunds()).toHaveLength(before);
      const done = await talk.say('确认');
      const made = (await refunds()).slice(before);
      expect(made).toHaveLength(1);
      expect(done.reply.text).toContain(`退款单号 ${String(made[0]?.result['refund_id'])}`);
      expect(done.reply.text).toContain('预计1-2个工作日内到账');
      expect(done.reply.text).not.toMatch(/保证|3个工作日/);
      expect(done.reflection).toMatchObject({ outcome: 'corrected', reflection_skipped: false });
      expect(done.reflection?.corrections).toBeGreaterThanOrEqual(2);

      const { body } = await stage().turns.read(done.turn_id);
      const order = ['skill.succeeded.v1', 'memory.committed.v1', 'verdict.reached.v1', 'turn.completed.v1'];
      const types = (body.events ?? []).map(({ type }) => type).filter((type) => order.includes(type));
      expect([...new Set(types)]).toEqual(order);
    });

    it('T3 M20: an order is refunded once, whatever conversation asks again, and for its owner only', async () => {
      const talk = begin();
      await talk.say('我要退款 DD20261101001');
      const number = /RF-[0-9A-F]{10}/.exec(await talk.hear('确认'))?.[0] ?? 'a refund number';
      const before = await refunds();
      expect(await talk.hear('刚才的退款单号是什么？')).toContain(number);
      expect(await talk.hear('退款到账了吗？')).toContain(number);
      expect(await talk.later().hear('我要退款 DD20261101001')).toMatch(new RegExp(`${number}，不会重复退款`));
      const stranger = new Conversation(stage().turns, { user_id: 'bob' });
      expect(await stranger.hear('我要退款 DD20261101001')).toContain('没有找到订单');
      expect(await refunds()).toEqual(before);
    });

    it('does nothing when the user declines, and refuses what the policy does not allow', async () => {
      const before = (await refunds()).length;
      const talk = begin();
      await talk.hear('我要退款 DD20261101001');
      expect(await talk.hear('不用了')).toMatch(/没有退款|已停止办理/);
      expect(await begin().hear('订单 DD20261101002 我要退款')).toContain('虚拟商品激活后不支持退款');
      expect(await refunds()).toHaveLength(before);
    });

    it('asks for the order number that it lacks and goes on with the answer', async () => {
      const talk = begin();
      expect(await talk.hear('我要退款')).toContain('请告诉我要退款的订单号');
      expect(await talk.hear('DD20261101003')).toMatch(/机械键盘 × 2.*可退 758 CNY，确认退款吗？/);
    });

    it('answers a question about the rules by the clause that holds, and stock by the article', async () => {
      expect(await begin().hear('满多少包邮？')).toMatch(/满 99 元包邮.*delivery_v2025\.md §3\.1/);
      expect(await begin().hear('机械键盘还有货吗')).toContain('机械键盘有货，库存 7 件');
    });

    it('S3: hands over to a person with the number of the ticket as receipt', async () => {
      const before = (await effectsOf(stage().dataDir, 'hand_off')).length;
      const reply = await begin().hear('我要转人工');
      const tickets = (await effectsOf(stage().dataDir, 'hand_off')).slice(before);
      expect(tickets).toHaveLength(1);
      expect(reply).toContain(`工单 ${String(tickets[0]?.result['ticket_id'])}`);
    });

    it.each(['constructor', '__proto__', 'toString'])(
      'M25 T5: takes %s for the name of an attribute, checked like any other',
      async (name) => {
        const talk = begin();
        const told = await talk.say(`我的${name}是 白鲸`);
        expect(told.reply.text).not.toMatch(/native code|\[object/);
        expect(told.reflection?.outcome).toBe('passed');
        expect((await talk.say(`我的${name}是什么？`)).reflection?.outcome).toBe('passed');
      },
    );

    it('says that it cannot answer what neither flow nor memory knows, without a model', async () => {
      expect(await begin().hear('彩票会中吗')).toContain('暂时还答不上来');
      expect(await begin().hear('谢谢')).toContain('不客气');
    });
  });
}
