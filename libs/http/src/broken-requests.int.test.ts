import { once } from 'node:events';
import { connect } from 'node:net';
import { Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import { createLogger } from '@plinth/telemetry';
import { createHttpApp, HealthModule, type HttpApp } from './index';

const slow = Promise.withResolvers<object>();

@Controller('v1')
class TestController {
  @Get('slow')
  wait() {
    return slow.promise;
  }
  @Post('things')
  @HttpCode(200)
  take() {
    return {};
  }
}

@Module({ imports: [HealthModule], controllers: [TestController] })
class TestModule {}

describe('a request that is refused before it is one', () => {
  let app: HttpApp;
  let port: number;

  beforeAll(async () => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const config = { profile: 'embedded', host: '127.0.0.1', defaultTenant: 'default', drainTimeoutMs: 1_000 } as const;
    app = await createHttpApp(TestModule, { logger, config: { ...config, apiKeysFile: undefined } });
    port = Number(new URL(await app.listen(0)).port);
  });
  afterAll(() => app.close());

  /** All that comes back until the server closes. */
  const exchange = async (...parts: readonly string[]) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    for (const part of parts) socket.write(part);
    await once(socket, 'close');
    return text;
  };
  const answerOf = (text: string) => {
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const { error } = JSON.parse(body) as { error: Record<string, unknown> };
    const id = /^x-request-id: (.+)$/im.exec(head)?.[1];
    expect(error).toEqual({
      ...error,
      message: expect.any(String) as string,
      retryable: expect.any(Boolean) as boolean,
    });
    expect(error['request_id']).toBe(id);
    expect(id).toMatch(/^[\w.-]+$/);
    return [Number(head.split(' ')[1]), error['code']];
  };
  const HOST = 'Host: 127.0.0.1\r\n';

  it.each([
    ['a request line that is none', ['NONSENSE\r\n\r\n'], [400, 'malformed_request']],
    ['a method that is none', [`BREW / HTTP/1.1\r\n${HOST}\r\n`], [400, 'malformed_request']],
    ['a header that is none', [`GET / HTTP/1.1\r\n${HOST}a b: c\r\n\r\n`], [400, 'malformed_request']],
    [
      'two lengths',
      [`POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
      [400, 'malformed_request'],
    ],
    ['no Host', ['GET /v1/things HTTP/1.1\r\nConnection: close\r\n\r\n'], [400, 'malformed_request']],
    [
      'headers too long',
      [`GET / HTTP/1.1\r\n${HOST}`, `x: ${'x'.repeat(200_000)}\r\n\r\n`],
      [431, 'headers_too_large'],
    ],
    [
      'an expectation that cannot be met',
      [`GET / HTTP/1.1\r\n${HOST}Expect: tea\r\n\r\n`],
      [417, 'expectation_failed'],
    ],
    [
      'a body whose chunks are none',
      [
        `POST /v1/things HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        'zz\r\n',
      ],
      [400, 'malformed_request'],
    ],
  ])('%s: the one error shape, with a request id', async (_what, parts, expected) => {
    expect(answerOf(await exchange(...parts))).toEqual(expected);
  });

  it('that does not come to its end in time is answered with 408', async () => {
    const server = app.app.getHttpServer();
    server.once('connection', (socket) =>
      server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
    );
    expect(answerOf(await exchange(`GET / HTTP/1.1\r\n`))).toEqual([408, 'request_timeout']);
  });

  it('after a whole one that is not answered yet ends the connection: no answer is taken for that of another', async () => {
    expect(await exchange(`GET /v1/slow HTTP/1.1\r\n${HOST}\r\n`, 'NONSENSE\r\n\r\n')).toBe('');
    slow.resolve({});
  });

  it('on a socket that is gone is written to nobody', async () => {
    const server = app.app.getHttpServer();
    const write = jest.fn();
    server.once('connection', (socket) => {
      socket.destroy();
      socket.end = write;
      server.emit('clientError', new Error('gone'), socket);
    });
    await exchange('GET');
    expect(write).not.toHaveBeenCalled();
  });
});
