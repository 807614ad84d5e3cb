import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileEffectMemory, invokeForTest, type Skill } from '@plinth/skill-kit';
import { ownOrder } from './customer-service/own-order';
import { Refunds } from './customer-service/refunds';
import { loadShop } from './customer-service/shop';
import { customerServiceSkills } from './customer-service/skills';

const OWNER = { userId: 'demo-user' };
let folder: string;
let refunds: FileEffectMemory;
let skills: readonly Skill[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-samples-'));
  refunds = await FileEffectMemory.open(join(folder, 'refunds.jsonl'));
  skills = customerServiceSkills(loadShop(), new Refunds(refunds));
});
afterEach(async () => {
  await refunds.close();
  await rm(folder, { recursive: true });
});

function skill(name: string, version = '1.0.0'): Skill {
  const found = skills.find((candidate) => candidate.manifest.name === name && candidate.manifest.version === version);
  if (!found) throw new Error(`no skill ${name} ${version}`);
  return found;
}

describe('the customer-service skills', () => {
  it('read an order in the language of the user', async () => {
    const chinese = { ...OWNER, locale: 'zh-CN' };
    await expect(
      invokeForTest(skill('get_order_status'), { order_id: 'DD20261101001' }, chinese),
    ).resolves.toMatchObject({ status_text: '已发货', items: '降噪耳机 × 1', refundable: true, refunded: false });
    await expect(invokeForTest(skill('get_order_status'), { order_id: 'a1b2-3344' }, OWNER)).resolves.toMatchObject({
      status_text: 'delivered',
      currency: 'USD',
    });
  });

  it('refuse an order that is not there, and a refund that the policy forbids, by their codes', async () => {
    await expect(invokeForTest(skill('get_order_status'), { order_id: 'X' }, OWNER)).rejects.toMatchObject({
      code: 'order_not_found',
    });
    await expect(invokeForTest(skill('refund_process'), { order_id: 'DD20261101002' }, OWNER)).rejects.toMatchObject({
      code: 'not_refundable',
    });
  });

  it('M20: know no order of anybody but its owner', async () => {
    const order = { order_id: 'DD20261101001' };
    for (const name of ['get_order_status', 'refund_process'])
      await expect(invokeForTest(skill(name), order, { userId: 'bob' })).rejects.toMatchObject({
        code: 'order_not_found',
      });
    const shop = loadShop();
    const ofAnn = { ...ownOrder(shop, order.order_id, 'demo-user'), order_id: 'DD1', user_id: 'ann' };
    const own = { ...shop, orders: new Map([['DD1', ofAnn]]) };
    expect(ownOrder(own, 'dd1', 'ann').order_id).toBe('DD1');
    expect(() => ownOrder(own, 'DD1', 'ann-marie')).toThrow('no order');
  });

  it('T3: refund an order of a user once, whichever conversation and version asks, and tell the number ever after', async () => {
    const order = { order_id: 'DD20261101001' };
    const refund = (idempotencyKey: string, version?: string, userId = 'demo-user') =>
      invokeForTest(skill('refund_process', version), order, { idempotencyKey, userId });
    const outcomes = await Promise.allSettled([refund('one'), refund('two', '2.0.0')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const [first] = outcomes;
    const number = first?.status === 'fulfilled' ? String(first.value['refund_id']) : '';
    await expect(refund('three')).rejects.toMatchObject({
      code: 'already_refunded',
      message: expect.stringContaining(number),
    });
    await expect(refund('four', '1.0.0', 'demo-user-2')).resolves.toHaveProperty('refund_id');

    await refunds.close();
    refunds = await FileEffectMemory.open(join(folder, 'refunds.jsonl'));
    skills = customerServiceSkills(loadShop(), new Refunds(refunds));
    expect(await refund('one')).toMatchObject({ refund_id: number });
    await expect(refund('five')).rejects.toMatchObject({ code: 'already_refunded' });
    expect(await invokeForTest(skill('get_order_status'), order, OWNER)).toMatchObject({
      refunded: true,
      refund_id: number,
    });
  });

  it('S16: give a receipt with every effect, the same for the same key', async () => {
    for (const [name, args] of [
      ['refund_process', { order_id: 'DD20261101001' }],
      ['send_message', { text: 'done' }],
      ['hand_off', { summary: 'help' }],
    ] as const) {
      const manifest = skill(name).manifest;
      const context = { ...OWNER, idempotencyKey: 'k' };
      const first = await invokeForTest(skill(name), args, context);
      const again = await invokeForTest(skill(name), args, context);
      for (const field of manifest.receipt?.fields ?? []) expect(first[field]).toBe(again[field]);
      expect(manifest.effect).not.toBe('read');
      expect(manifest.receipt).toBeDefined();
    }
  });

  it('S8: tell what a refund would be, with nothing refunded, and why there would be none', async () => {
    const dry = (order_id: string, version: string) =>
      invokeForTest(skill('refund_process', version), { order_id }, { ...OWNER, dryRun: true });
    for (const version of ['1.0.0', '2.0.0']) {
      await expect(dry('DD20261101001', version)).resolves.toMatchObject({ refund_id: 'none', amount: 899 });
      await expect(dry('DD20261101002', version)).rejects.toMatchObject({ code: 'not_refundable' });
    }
    const { refund_id } = await invokeForTest(skill('refund_process'), { order_id: 'DD20261101001' }, OWNER);
    expect(refund_id).toMatch(/^RF-/);
    await expect(dry('DD20261101001', '2.0.0')).rejects.toMatchObject({ code: 'already_refunded' });
    for (const { manifest } of skills) expect(manifest.shadow).toBe(manifest.effect === 'read' ? 'safe' : 'dry_run');
  });

  it('let version 2 of a refund answer everything that version 1 answers', async () => {
    const context = { ...OWNER, locale: 'zh-CN' };
    const order = { order_id: 'DD20261101001' };
    const one = await invokeForTest(skill('refund_process'), order, context);
    const two = await invokeForTest(skill('refund_process', '2.0.0'), order, context);
    expect(two).toMatchObject(one);
    expect(two).toMatchObject({ eta_hours: 48 });
  });

  it('find the clause that answers, with its document, in both languages', async () => {
    await expect(
      invokeForTest(skill('search_policy'), { query: '退款多少个工作日内原路退回' }, { locale: 'zh-CN' }),
    ).resolves.toMatchObject({ document: 'policy_v2024_q3.pdf', clause: '5.2' });
    await expect(invokeForTest(skill('search_policy'), { query: 'When is delivery free?' })).resolves.toMatchObject({
      clause: '3.1',
    });
    await expect(invokeForTest(skill('search_policy'), { query: 'zzz' })).rejects.toMatchObject({
      code: 'no_clause_found',
    });
  });

  it('tell the stock of an article named in a sentence', async () => {
    await expect(
      invokeForTest(skill('check_stock'), { query: '机械键盘还有货吗' }, { locale: 'zh-CN' }),
    ).resolves.toMatchObject({ available: 7, in_stock: true });
    await expect(
      invokeForTest(skill('check_stock'), { query: 'Is the cotton T-shirt available?' }),
    ).resolves.toMatchObject({ in_stock: false });
  });
});
