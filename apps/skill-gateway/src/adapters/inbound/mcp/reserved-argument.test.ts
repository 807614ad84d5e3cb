import { reservedArgument } from './reserved-argument';

const call = (args: string): unknown =>
  JSON.parse(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"check_stock","arguments":${args}}}`);

describe('arguments over MCP', () => {
  it('S3: with a name that would be lost on the way are refused by it, in a batch too', () => {
    const refused = { jsonrpc: '2.0', id: 7, error: { code: -32_602, data: { rule: 'reserved_name' } } };
    expect(reservedArgument(call('{"query":"a","__proto__":{"x":1}}'))).toMatchObject(refused);
    expect(reservedArgument([call('{}'), call('{"__proto__":1}')])).toMatchObject(refused);
  });

  it.each([call('{"query":"a"}'), call('{"constructor":1}'), { method: 'ping' }, null, 'x', []])('pass as %j', (body) =>
    expect(reservedArgument(body)).toBeUndefined(),
  );
});
