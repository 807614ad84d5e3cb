import { GrpcClient, jsonOfStruct } from '@plinth/grpc';
import { TransientError } from '@plinth/kernel';
import { ProviderDirectory } from '../../../ports/provider-directory';
import { PROVIDER_SERVICE } from './grpc-skill-provider';
import { manifestsAnswered } from './provider-messages';

const TIMEOUT_MS = 2_000;
const MAX_BYTES = 4 * 1_024 * 1_024;

/** `SkillProvider.ListManifests`. A manifest that is no JSON stands in the list as the reason why, so that it alone is refused. */
export class GrpcProviderDirectory extends ProviderDirectory {
  private readonly client = new GrpcClient({ ...PROVIDER_SERVICE, maxBytes: MAX_BYTES });

  async manifests(providerUrl: string): Promise<readonly unknown[]> {
    const answered = await this.client.call({
      ...{ url: providerUrl, method: 'ListManifests', request: {}, timeoutMs: TIMEOUT_MS, fresh: true },
    });
    if (answered.kind === 'message') {
      const listed = manifestsAnswered.safeParse(answered.message);
      if (listed.success) return listed.data.skills.map((skill) => jsonOfStruct(skill));
    }
    const gave = answered.kind === 'status' ? `status ${answered.status}` : answered.kind;
    const reachable = ['message', 'unreadable', 'too_large'].includes(answered.kind);
    throw new TransientError(reachable ? 'manifests_unreadable' : 'provider_unreachable', `A provider gave ${gave}.`);
  }

  close(): void {
    this.client.close();
  }
}
