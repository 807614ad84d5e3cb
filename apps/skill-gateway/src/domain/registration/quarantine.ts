import type { ManifestFault } from '../contract/skill-contract';

export interface Quarantined {
  /** As published, as far as it can be read. */
  readonly name: string;
  readonly version: string;
  readonly faults: readonly ManifestFault[];
}

/** What each provider publishes that is kept out, as this process last saw it; every replica asks every provider. */
export class Quarantine {
  private readonly byProvider = new Map<string, readonly Quarantined[]>();

  keep(providerUrl: string, quarantined: readonly Quarantined[]): void {
    if (quarantined.length > 0) this.byProvider.set(providerUrl, quarantined);
    else this.byProvider.delete(providerUrl);
  }

  all(): readonly Quarantined[] {
    return [...this.byProvider.values()].flat();
  }
}

/** The name and the version of what may be no manifest at all. */
export const labelOf = (manifest: unknown): Pick<Quarantined, 'name' | 'version'> => ({
  name: textAt(manifest, 'name'),
  version: textAt(manifest, 'version'),
});

function textAt(value: unknown, key: 'name' | 'version'): string {
  if (typeof value !== 'object' || value === null) return '';
  const text: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof text === 'string' ? text.slice(0, 64) : '';
}
