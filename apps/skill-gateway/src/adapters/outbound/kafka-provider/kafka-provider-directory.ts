import { providerManifests } from '@plinth/contracts';
import { TransientError } from '@plinth/kernel';
import { ProviderDirectory } from '../../../ports/provider-directory';
import { jsonBody } from '../provider-schemes/json-body';
import type { ProviderExchanges } from './provider-exchanges';
import { topicIn } from './topic-in';

/** The first question waits for the group of the replies to form. */
const TIMEOUT_MS = 10_000;
/** It is asked for no tenant. */
const NO_TENANT = '';

/** `provider.list_manifests.v1` on the topic of a provider. All its manifests travel in one message, 1 MiB at most by the broker. */
export class KafkaProviderDirectory extends ProviderDirectory {
  constructor(
    private readonly exchanges: ProviderExchanges,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super();
  }

  async manifests(providerUrl: string): Promise<readonly unknown[]> {
    const topic = topicIn(providerUrl);
    if (topic === undefined) throw new TransientError('provider_unreachable', 'The address names no topic.');
    const answered = await this.exchanges.ask({
      ...{ topic, kind: 'list', key: 'manifests', tenant: NO_TENANT, body: {}, timeoutMs: this.timeoutMs },
    });
    if (answered.kind !== 'reply')
      throw new TransientError('provider_unreachable', `A provider gave ${answered.kind}.`);
    const listed = providerManifests.safeParse(jsonBody(answered.body));
    if (listed.success) return listed.data.skills;
    throw new TransientError('manifests_unreadable', "A provider's manifests cannot be read.");
  }
}
