import { TransientError } from '@plinth/kernel';
import { ProviderDirectory } from '../../../ports/provider-directory';
import { schemeOf, type Scheme } from './schemes';

/** Every directory by the way that the address of its provider names. */
export class DirectoryByScheme extends ProviderDirectory {
  constructor(private readonly directories: Readonly<Partial<Record<Scheme, ProviderDirectory>>>) {
    super();
  }

  async manifests(providerUrl: string): Promise<readonly unknown[]> {
    return this.directoryOf(providerUrl).manifests(providerUrl);
  }

  override async metrics(providerUrl: string): Promise<string | undefined> {
    return this.directoryOf(providerUrl).metrics(providerUrl);
  }

  private directoryOf(providerUrl: string): ProviderDirectory {
    const scheme = schemeOf(providerUrl);
    const directory = scheme && this.directories[scheme];
    if (directory) return directory;
    throw new TransientError('provider_unreachable', 'No way leads to providers with an address of this form here.');
  }
}
