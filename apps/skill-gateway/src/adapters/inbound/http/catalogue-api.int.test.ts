import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';
import { startScriptedProvider } from './scripted-provider.stage';

jest.setTimeout(60_000);

describe('the catalogue over HTTP', () => {
  let gateway: RunningGateway;
  let provider: Awaited<ReturnType<typeof startScriptedProvider>>;

  beforeAll(async () => {
    provider = await startScriptedProvider();
    gateway = await startGateway({ PLINTH_SKILL_PROVIDERS: provider.url });
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    await provider.close();
  });

  it('S2: publishes a page for every registered skill, in the language of the reader', async () => {
    const list = await fetch(`${gateway.url}/v1/catalogue`, { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
    expect(list.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await list.text();
    expect(text).toContain('技能目录');
    expect(text).toContain('<a href="/v1/catalogue/refund_order">refund_order</a>');

    const page = await fetch(`${gateway.url}/v1/catalogue/refund_order`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('cannot be undone');
    const none = await fetch(`${gateway.url}/v1/catalogue/no_such_skill`);
    expect([none.status, none.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('S2: serves the OpenAPI document of what runs here', async () => {
    const response = await fetch(`${gateway.url}/openapi.json`);
    const { openapi, paths } = (await response.json()) as { openapi: string; paths: Record<string, unknown> };
    expect({ status: response.status, openapi }).toEqual({ status: 200, openapi: '3.1.0' });
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/v1/skills/{name}/invoke', '/v1/catalogue/{skill}']));
  });
});
