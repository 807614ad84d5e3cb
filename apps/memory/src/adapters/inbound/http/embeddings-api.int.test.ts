import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startMemoryOverHttp, type MemoryOverHttp } from './memory-http.stage';

interface Recalled {
  readonly items: readonly { content: string; scores: { arms: object; cosine?: number } }[];
}

describe('memory with an embedding model', () => {
  let memory: MemoryOverHttp;
  let server: Server;
  let hangs = false;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (hangs) return;
        const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
        const data = input.map((text, index) => ({ index, embedding: /dinghy|sail/.test(text) ? [1, 0] : [0, 1] }));
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    memory = await startMemoryOverHttp({
      PLINTH_EMBEDDINGS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      // By this name its scale is known.
      PLINTH_EMBEDDINGS_MODEL: 'multilingual-e5-small',
      PLINTH_EMBEDDINGS_DIMENSIONS: '2',
      PLINTH_EMBEDDINGS_INTERVAL: '50ms',
      PLINTH_EMBEDDINGS_QUESTION_TIMEOUT: '500ms',
    });
  }, 120_000);
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await memory.close();
  });

  const recall = async (query: string): Promise<Recalled['items']> => {
    const { status, body } = await memory.call('POST', '/v1/memory/recall', { user_id: 'u-1', query });
    expect(status).toBe(200);
    return (body as Recalled).items;
  };
  const until = async (query: string): Promise<Recalled['items']> => {
    for (let tries = 0; ; tries++) {
      const items = await recall(query);
      if (items.length > 0 || tries === 100) return items;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('M6: embeds what was written after its write, finds it by meaning, and with the model away by words, without a vector among the scores', async () => {
    const written = await memory.call('POST', '/v1/memory/items', {
      user_id: 'u-1',
      kind: 'episode',
      content: 'the dinghy leaks',
      source: { id: 's-1', channel: 'test', type: 'user' },
      timestamp: '2024-05-20T10:00:00Z',
      valid_until: 'until_superseded',
    });
    expect(written.status).toBe(200);
    expect(await until('sailing')).toMatchObject([
      { content: 'the dinghy leaks', scores: { arms: { vector: { rank: 1 } }, cosine: 1 } },
    ]);
    hangs = true;
    const [found] = await recall('dinghy');
    expect(found).toMatchObject({ content: 'the dinghy leaks', scores: { arms: { keyword: { rank: 1 } } } });
    expect(found?.scores).not.toHaveProperty('cosine');
    expect(await recall('sailing')).toEqual([]);
  }, 60_000);
});
