import { readFileSync } from 'node:fs';
import { undescribed } from '@plinth/http';
import { API_NAMES, controllersOf } from './controller-classes';
import { publishedAt, publishedText } from './published-api';

interface Published {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}
const gateway = async () => JSON.parse(await publishedText('skill-gateway')) as Published;

describe('the OpenAPI documents', () => {
  it.each(API_NAMES)('S2: of %s is published as its routes are', async (api) => {
    expect(readFileSync(publishedAt(api), 'utf8')).toBe(await publishedText(api));
  });

  it('S2: say of every route what it does, and of every body what it holds', async () => {
    expect(undescribed(await controllersOf('plinth'))).toEqual([]);
  });

  it('S2: hold every route of the skill gateway', async () => {
    const { paths } = await gateway();
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes).toEqual(
      expect.arrayContaining([
        'get /v1/skills',
        'post /v1/skills',
        'get /v1/skills/{name}',
        'get /v1/skills/{name}/{version}',
        'put /v1/skills/{name}/{version}/completion',
        'post /v1/skills/{name}/invoke',
        'post /v1/skills/{name}/validate',
        'post /v1/skills/outcomes',
        'post /v1/skills/outcomes/{call}',
        'get /v1/rollouts/{skill}',
        'put /v1/rollouts/{skill}',
        'post /v1/rollouts/{skill}/start',
        'post /v1/rollouts/{skill}/{action}',
        'get /v1/rollouts/{skill}/report',
        'get /v1/rollouts/{skill}/history',
        'post /v1/replays',
        'get /v1/replays/{id}',
        'post /v1/imports',
        'get /v1/attachments/{id}',
        'get /v1/invocations/{key}',
        'post /mcp',
      ]),
    );
  });

  it.each(API_NAMES)('S2: of %s point to nothing that is not there, and name each operation once', async (api) => {
    const text = await publishedText(api);
    const document = JSON.parse(text) as Published;
    for (const [, pointer = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
      let at: unknown = document;
      for (const part of pointer.split('/')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[part];
      expect({ pointer, found: at !== undefined }).toEqual({ pointer, found: true });
    }
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(document.openapi).toBe('3.1.0');
  });
});
