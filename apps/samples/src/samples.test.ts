import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invokeForTest, type Skill } from '@plinth/skill-kit';
import { loadShop } from './customer-service/shop';
import { customerServiceSkills } from './customer-service/skills';
import { FileEffectMemory } from './file-effect-memory';

const skills = customerServiceSkills(loadShop());
function skill(name: string, version = '1.0.0'): Skill {
  const found = skills.find((candidate) => candidate.manifest.name === name && candidate.manifest.version === version);
  if (!found) throw new Error(`no skill ${name} ${version}`);
  return found;
}

describe('the customer-service skills', () => {
  it('read an order in the language of the user', async () => {
    await expect(
      invokeForTest(skill('get_order_status'), { order_id: 'DD20261101001' }, { locale: 'zh-CN' }),
    ).resolves.toMatchObject({ status_text: '已发货', items: '降噪耳机 × 1', refundable: true });
    await expect(invokeForTest(skill('get_order_status'), { order_id: 'a1b2-3344' })).resolves.toMatchObject({
      status_text: 'delivered',
      currency: 'USD',
    });
  });

  it('refuse an order that is not there, and a refund that the policy forbids, by their codes', async () => {
    await expect(invokeForTest(skill('get_order_status'), { order_id: 'X' })).rejects.toMatchObject({
      code: 'order_not_found',
    });
    await expect(invokeForTest(skill('refund_process'), { order_id: 'DD20261101002' })).rejects.toMatchObject({
      code: 'not_refundable',
    });
  });

  it('S16: give a receipt with every effect, the same for the same key', async () => {
    for (const [name, args] of [
      ['refund_process', { order_id: 'DD20261101001' }],
      ['send_message', { text: 'done' }],
      ['hand_off', { summary: 'help' }],
    ] as const) {
      const manifest = skill(name).manifest;
      const first = await invokeForTest(skill(name), args, { idempotencyKey: 'k' });
      const again = await invokeForTest(skill(name), args, { idempotencyKey: 'k' });
      for (const field of manifest.receipt?.fields ?? []) expect(first[field]).toBe(again[field]);
      expect(manifest.effect).not.toBe('read');
      expect(manifest.receipt).toBeDefined();
    }
  });

  it('let version 2 of a refund answer everything that version 1 answers', async () => {
    const one = await invokeForTest(skill('refund_process'), { order_id: 'DD20261101001' }, { locale: 'zh-CN' });
    const two = await invokeForTest(
      skill('refund_process', '2.0.0'),
      { order_id: 'DD20261101001' },
      { locale: 'zh-CN' },
    );
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

describe('FileEffectMemory', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'plinth-effects-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('T3: acts once for a key over concurrent calls and over a restart, and cuts a half-written line off', async () => {
    const path = join(folder, 'effects.jsonl');
    let acts = 0;
    const act = (): Promise<Record<string, unknown>> => Promise.resolve({ id: (acts += 1) });
    const first = await FileEffectMemory.open(path);
    expect(await Promise.all([first.once('a', act), first.once('a', act)])).toEqual([{ id: 1 }, { id: 1 }]);
    await first.close();
    await appendFile(path, '{"key":"b","resu');
    const second = await FileEffectMemory.open(path);
    expect(await second.once('a', act)).toEqual({ id: 1 });
    expect(await second.once('b', act)).toEqual({ id: 2 });
    await second.close();
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(2);
  });
});
