import type { ProviderAnswer } from '../../../domain/outcome/provider-answer';
import type { EffectState } from '../../../domain/outcome/effect-state';
import { ProviderDirectory } from '../../../ports/provider-directory';
import { SkillProvider, type SkillRequest } from '../../../ports/skill-provider';
import { DirectoryByScheme } from './directory-by-scheme';
import { ProviderByScheme } from './provider-by-scheme';

class Named extends SkillProvider {
  constructor(private readonly name: string) {
    super();
  }

  call(): Promise<ProviderAnswer> {
    return Promise.resolve({ kind: 'answered', result: { by: this.name }, receipt: undefined });
  }

  override lookUp(): Promise<EffectState> {
    return Promise.resolve({ kind: 'known', result: { by: this.name }, receipt: undefined });
  }
}

class NamedDirectory extends ProviderDirectory {
  manifests(url: string): Promise<readonly unknown[]> {
    return Promise.resolve([url]);
  }
}

const request: SkillRequest = {
  ...{ url: '', skill: 's', version: '1.0.0', arguments: {}, idempotencyKey: 'c', repeatable: true, timeoutMs: 1 },
  context: { tenant: 't', user_id: 'u', session_id: 's', turn_id: 't', locale: 'en', attributes: {} },
};

describe('S4: providers by the scheme of their address', () => {
  const provider = new ProviderByScheme({ http: new Named('http'), grpc: new Named('grpc'), mcp: new Named('mcp') });

  it.each([
    ['http://a', 'http'],
    ['https://a/b', 'http'],
    ['grpc://a:1', 'grpc'],
    ['grpcs://a:1', 'grpc'],
    ['mcp+http://a/mcp', 'mcp'],
    ['mcp+https://a/mcp', 'mcp'],
  ])('reaches %s by %s', async (url, by) => {
    expect(await provider.call({ ...request, url })).toMatchObject({ result: { by } });
    expect(await provider.lookUp({ ...request, url, tenant: 't' })).toMatchObject({ result: { by } });
  });

  it.each(['kafka://topic', 'ftp://a', 'nowhere', ''])('sends nothing to %j, which no way leads to', async (url) => {
    expect(await provider.call({ ...request, url })).toEqual({ kind: 'not_sent' });
    expect(await provider.lookUp({ ...request, url, tenant: 't' })).toEqual({ kind: 'cannot_tell' });
  });

  it('asks the directory of the scheme, and says where there is none', async () => {
    const directory = new DirectoryByScheme({ grpc: new NamedDirectory() });
    expect(await directory.manifests('grpc://a:1')).toEqual(['grpc://a:1']);
    await expect(directory.manifests('kafka://t')).rejects.toMatchObject({ code: 'provider_unreachable' });
  });
});
