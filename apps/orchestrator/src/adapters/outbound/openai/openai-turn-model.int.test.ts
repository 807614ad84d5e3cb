import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FixedClock } from '@plinth/kernel';
import { OpenAiTurnModel } from './openai-turn-model';

const prompt = { messages: [{ role: 'user' as const, content: '你好' }], max_output_tokens: 16 };

describe('OpenAiTurnModel', () => {
  let server: Server;
  let answer: (body: Record<string, unknown>) => { status: number; body: unknown } | undefined;
  let calls: { path: string; authorization: string | undefined; body: Record<string, unknown> }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
        calls.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
        const given = answer(body);
        if (!given) return;
        response.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => (calls = []));

  const model = (timeoutMs = 2_000) => {
    const { port } = server.address() as AddressInfo;
    return new OpenAiTurnModel(
      { url: `http://127.0.0.1:${port}/v1`, model: 'small', apiKey: 'k', timeoutMs },
      new FixedClock(1),
    );
  };
  const text = (content: string) => ({
    status: 200,
    body: {
      id: 'c',
      object: 'chat.completion',
      model: 'small-1',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    },
  });

  it('O10: asks any OpenAI-compatible server and says what the answer cost', async () => {
    answer = () => text('您好');
    expect(await model().answer(prompt)).toEqual({
      text: '您好',
      model: 'small-1',
      input_tokens: 7,
      output_tokens: 3,
      duration_ms: 0,
    });
    expect(calls[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer k',
      body: { model: 'small', max_tokens: 16, messages: prompt.messages },
    });
  });

  it('tells what may pass from what will not, and never repeats the words of the server', async () => {
    const error = (status: number) => ({ status, body: { error: { message: 'your prompt 你好 is bad', type: 'x' } } });
    answer = () => error(400);
    await expect(model().answer(prompt)).rejects.toMatchObject({
      code: 'model_refused',
      retryable: false,
      message: expect.not.stringContaining('你好') as string,
    });
    answer = () => error(503);
    await expect(model().answer(prompt)).rejects.toMatchObject({ code: 'model_unavailable', retryable: true });
    answer = () => text(' ');
    await expect(model().answer(prompt)).rejects.toMatchObject({ code: 'model_refused' });
  }, 20_000);

  it('gives up on a server that hangs', async () => {
    answer = () => undefined;
    await expect(model(100).answer(prompt)).rejects.toMatchObject({ code: 'model_timeout', retryable: true });
  }, 20_000);
});
