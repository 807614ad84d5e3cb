/** What providers publish about themselves. */
export abstract class ProviderDirectory {
  /** The manifests of a provider, unchecked. Throws TransientError `provider_unreachable` or `manifests_unreadable`. */
  abstract manifests(providerUrl: string): Promise<readonly unknown[]>;
}
