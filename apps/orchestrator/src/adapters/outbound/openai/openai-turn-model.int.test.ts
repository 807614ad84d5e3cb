import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FixedClock } from '@plinth/kernel';
import { OpenAiTurnModel } from './openai-turn-model';

const prompt = { messages: [{ role: 'user' as const, content: '你好' }], max_output_tokens: 16 };

/** A body that is sent as it is. */
class Raw {
  constructor(readonly text: string) {}
}

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

  const completion = (over: object) => () => ({ status: 200, body: { ...text('您好').body, ...over } });
  const usage = (over: object) => completion({ usage: { prompt_tokens: 7, completion_tokens: 3, ...over } });

  it.each([
    ['a negative count', usage({ prompt_tokens: -5 })],
    ['half a token', usage({ completion_tokens: 2.5 })],
    ['a count that is none', usage({ prompt_tokens: 'many' })],
    ['a count beyond all numbers', usage({ completion_tokens: 1e300 })],
    ['a model name with a NUL', completion({ model: 'm\u0000x' })],
    ['a model name with half a character', completion({ model: 'm\ud800' })],
    ['an endless model name', completion({ model: 'm'.repeat(10_000) })],
    ['a model that is no text', completion({ model: { name: 'm' } })],
    ['no choices', completion({ choices: undefined })],
    ['a choice without a message', completion({ choices: [{}] })],
    ['a text that is none', completion({ choices: [{ message: { content: 7 } }] })],
    ['a list', () => ({ status: 200, body: [] })],
    ['nothing but a word', () => ({ status: 200, body: 'ok' })],
  ])('an answer with %s is a failure by a code, not something to record', async (_what, given) => {
    answer = given;
    await expect(model().answer(prompt)).rejects.toMatchObject({ code: 'model_garbled', retryable: false });
  });

  it('an answer that is no JSON is a failure by a code', async () => {
    answer = () => ({ status: 200, body: new Raw('{"choices": [') });
    await expect(model().answer(prompt)).rejects.toMatchObject({ code: 'model_garbled', retryable: false });
  });

  it('takes what servers leave out: the model is the one asked for, and tokens that nobody counted are none', async () => {
    answer = completion({ model: undefined, usage: undefined });
    expect(await model().answer(prompt)).toMatchObject({ model: 'small', input_tokens: 0, output_tokens: 0 });
  });

  it('gives up on a server that hangs', async () => {
    answer = () => undefined;
    await expect(model(100).answer(prompt)).rejects.toMatchObject({ code: 'model_timeout', retryable: true });
  }, 20_000);
});
