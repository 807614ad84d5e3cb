import * as fc from 'fast-check';
import type { OperationBinding } from '../../../domain/imports/operation-binding';
import { requestOf } from './request-of';

const binding = (over: Partial<OperationBinding> = {}): OperationBinding => ({
  ...{ base: 'https://api.example/v1', method: 'post', path: '/orders/{id}/lines', hasBody: true },
  parameters: [
    { name: 'id', in: 'path' },
    { name: 'tag', in: 'query' },
    { name: 'X-Shop', in: 'header' },
  ],
  ...over,
});

describe('the request of an operation', () => {
  it('has every argument in its place, a list once for each', () => {
    const asked = requestOf(binding(), { id: 'a/b?c', tag: ['红', 'x&y=1'], 'X-Shop': 7, body: { n: 1 } });
    expect(asked).toMatchObject({ headers: { 'x-shop': '7' }, body: '{"n":1}' });
    expect('url' in asked && asked.url.href).toBe(
      'https://api.example/v1/orders/a%2Fb%3Fc/lines?tag=%E7%BA%A2&tag=x%26y%3D1',
    );
  });

  it.each([
    [{ id: '..' }, 'id', 'path_segment'],
    [{ id: '.' }, 'id', 'path_segment'],
    [{ id: '' }, 'id', 'path_segment'],
    [{}, '', 'url'],
    [{ id: 'a', 'X-Shop': 'a\r\nhost: evil' }, 'X-Shop', 'header_text'],
  ])('is not made of %j', (args, field, rule) => expect(requestOf(binding(), args)).toEqual({ field, rule }));

  it('never leaves its path, its host or its headers, whatever the arguments hold', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        (text) => {
          const asked = requestOf(binding(), { id: text, tag: text, 'X-Shop': text });
          if ('rule' in asked) return;
          expect(asked.url.host).toBe('api.example');
          expect(asked.url.pathname.split('/')).toHaveLength(5);
          expect(asked.url.searchParams.getAll('tag')).toEqual([text]);
          expect(Object.keys(asked.headers)).toEqual(['x-shop']);
        },
      ),
    );
  });
});
