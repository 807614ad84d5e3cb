import { randomUUID } from 'node:crypto';
import { columnsHolding, Conversation, until } from '@plinth/testing';
import type { Stage } from '../conversations/stage';

export interface Stores extends Stage {
  readonly adminUrl: string;
  dumpRedis(): Promise<string>;
  logs(): Promise<string>;
}

interface Receipt {
  readonly erasure_id: string;
  readonly status: string;
  readonly services: Readonly<
    Record<string, { readonly counts: Readonly<Record<string, number>>; readonly refused: unknown }>
  >;
  readonly layers: Readonly<Record<string, number>>;
  readonly verified: { readonly searched: readonly { readonly where: string; readonly found: number }[] };
  readonly copies: readonly { readonly where: string; readonly expires_at: string }[];
}

/** What a user said is nowhere any more once the user is erased, in the rows of any service and in Redis. */
export function describeErasure(stores: () => Stores): void {
  describe('erasing a user', () => {
    it('M18, M20: a receipt from all four services; afterwards no row of any schema, no key of Redis and no journal holds a word of the user', async () => {
      const { turns, memory, adminUrl, dumpRedis, logs } = stores();
      const marker = `mk${randomUUID().slice(0, 8)}`;
      const user = `demo-user-${randomUUID()}`;
      const talk = new Conversation(turns, { user_id: user });
      const bystander = new Conversation(turns);
      await bystander.say('我的邮箱是 stays@example.com');
      await talk.say(`我的邮箱是 ${marker}@example.com`);
      await talk.say('是的');
      await talk.say(`我的暗号是 ${marker}`);
      await talk.say(`我要转人工，${marker}`);
      const { turn_id } = await talk.say(`查一下订单 DD20261101001，${marker}`);
      expect(await columnsHolding(adminUrl, marker)).not.toEqual([]);

      const erased = await memory.request<Receipt>('DELETE', `/v1/memory/users/${user}`);
      const receipt = await until('the receipt', 30_000, async () => {
        const { body } = await memory.request<Receipt>('GET', `/v1/memory/erasures/${erased.body.erasure_id}`);
        return body.status === 'completed' ? body : undefined;
      });
      expect(Object.keys(receipt.services).sort()).toEqual(['memory', 'orchestrator', 'reflection', 'skill-gateway']);
      for (const { refused } of Object.values(receipt.services)) expect(refused).toEqual([]);
      expect(Date.parse(receipt.copies.find(({ where }) => where === 'broker')?.expires_at ?? '')).toBeGreaterThan(
        Date.now(),
      );

      for (const layer of ['rows', 'index_entries', 'embeddings', 'caches', 'journal_texts'])
        expect([layer, (receipt.layers[layer] ?? 0) > 0]).toEqual([layer, true]);
      for (const where of ['term_weights', 'vectors', 'texts', 'hot_store'])
        expect(receipt.verified.searched).toContainEqual(expect.objectContaining({ where, found: 0 }));

      expect(await columnsHolding(adminUrl, marker)).toEqual([]);
      expect(await dumpRedis()).not.toContain(marker);
      expect(await logs()).not.toContain(marker);
      const recalled = await memory.request('POST', '/v1/memory/recall', { user_id: user, query: `邮箱 ${marker}` });
      expect(JSON.stringify(recalled.body)).not.toContain(marker);
      expect(JSON.stringify((await turns.read(turn_id)).body)).not.toContain(marker);
      expect(await new Conversation(turns, { user_id: user }).hear('我的邮箱是什么？')).toContain('我还不知道您的邮箱');
      expect(await bystander.hear('我的邮箱是什么？')).toContain('stays@example.com');
    });
  });
}
