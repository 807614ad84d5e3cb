import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DescribedTools } from './described-tools';

describe('DescribedTools', () => {
  const tools = new DescribedTools((server) => Promise.resolve([server]));
  let server: Server;
  let answer: readonly [status: number, body: string];
  beforeAll(async () => {
    server = createServer((_request, response) => void response.writeHead(answer[0]).end(answer[1]));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi`;

  it('reads a document in JSON and in YAML', async () => {
    answer = [200, ' {"openapi":"3.1.0"}'];
    expect(await tools.document(url())).toEqual({ openapi: '3.1.0' });
    answer = [200, 'openapi: 3.0.3\npaths: {}\n'];
    expect(await tools.document(url())).toEqual({ openapi: '3.0.3', paths: {} });
    expect(await tools.mcpTools('http://m')).toEqual(['http://m']);
  });

  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map((at, i) => `${at}: &${at} [${Array(9).fill(`*${'abcdefgh'[i]}`).join()}]`),
  ];
  it.each<[string, readonly [number, string]]>([
    ['another status', [404, '']],
    ['neither JSON nor YAML', [200, '{"a":']],
    ['broken YAML', [200, 'a: [']],
    ['a bomb of aliases', [200, bomb.join('\n')]],
    ['too much', [200, ' '.repeat(6_000_000)]],
  ])('refuses %s', async (_name, given) => {
    answer = given;
    await expect(tools.document(url())).rejects.toMatchObject({ name: 'TransientError', code: 'manifests_unreadable' });
  });

  it.each(['http://127.0.0.1:1/x', 'file:///etc/passwd', 'nowhere'])('cannot reach %s', (at) =>
    expect(tools.document(at)).rejects.toMatchObject({ code: 'provider_unreachable' }),
  );
});
