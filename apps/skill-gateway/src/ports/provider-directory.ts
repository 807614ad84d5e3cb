/** What providers publish about themselves. */
export abstract class ProviderDirectory {
  /** The manifests of a provider, unchecked. Throws TransientError `provider_unreachable` or `manifests_unreadable`. */
  abstract manifests(providerUrl: string): Promise<readonly unknown[]>;

  /**
   * The metrics page of a provider in the text format of Prometheus, empty when it has none; undefined where providers of its
   * kind have no such page. Throws TransientError `provider_unreachable`.
   */
  metrics(_providerUrl: string): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }
}
