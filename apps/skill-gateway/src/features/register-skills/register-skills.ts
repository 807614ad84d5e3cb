import { canonicalJson } from '@plinth/kernel';
import type { SkillManifest } from '@plinth/contracts';
import { readManifest, type ManifestFault } from '../../domain/contract/skill-contract';
import type { ProviderDirectory } from '../../ports/provider-directory';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { SkillRegistry } from '../../ports/skill-registry';

export interface Quarantined {
  /** As published, as far as it can be read. */
  readonly name: string;
  readonly version: string;
  readonly faults: readonly ManifestFault[];
}

export interface Registration {
  readonly registered: readonly SkillManifest[];
  readonly quarantined: readonly Quarantined[];
}

/** Takes over what a provider publishes. A manifest at fault keeps itself out, and no other (S2). */
export class RegisterSkills {
  constructor(
    private readonly directory: ProviderDirectory,
    private readonly registry: SkillRegistry,
    private readonly catalogue: SkillCatalogue,
  ) {}

  /** Throws TransientError when the provider or the store cannot be reached. */
  async register(providerUrl: string): Promise<Registration> {
    const published = await this.directory.manifests(providerUrl);
    const registered: SkillManifest[] = [];
    const quarantined: Quarantined[] = [];
    for (const manifest of published) {
      const read = readManifest(manifest);
      const faults = 'faults' in read ? read.faults : this.changed(read.contract.manifest);
      if ('contract' in read && faults.length === 0) registered.push(read.contract.manifest);
      else quarantined.push({ name: textAt(manifest, 'name'), version: textAt(manifest, 'version'), faults });
    }
    await this.registry.register(registered.map((manifest) => ({ manifest, providerUrl, state: 'complete' as const })));
    await this.catalogue.refresh();
    return { registered, quarantined };
  }

  /** A version is a promise: what callers rest on never changes under it (T4). */
  private changed(manifest: SkillManifest): ManifestFault[] {
    const known = this.catalogue.current().skills.get(manifest.name)?.versions.get(manifest.version)?.manifest;
    if (!known) return [];
    return PROMISES.filter((part) => canonicalJson(known[part]) !== canonicalJson(manifest[part])).map((part) => ({
      rule: 'promise_changed',
      at: part,
      reason: 'differs from what this version promised before; give it a new version',
    }));
  }
}

const PROMISES = ['effect', 'idempotency', 'input_schema', 'output_schema', 'errors', 'receipt'] as const;

function textAt(value: unknown, key: 'name' | 'version'): string {
  if (typeof value !== 'object' || value === null) return '';
  const text: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof text === 'string' ? text.slice(0, 64) : '';
}
