import type { SkillManifest } from '@plinth/contracts';
import { canonicalJson, TransientError } from '@plinth/kernel';
import { readManifest, type ManifestFault } from '../../domain/contract/skill-contract';
import { missingMetrics, unexposedMetrics } from '../../domain/registration/missing-metrics';
import { brokenPromises } from '../../domain/registration/promises';
import { labelOf, Quarantine, type Quarantined } from '../../domain/registration/quarantine';
import { registrationConflicts } from '../../domain/registration/registration-conflicts';
import type { ProviderDirectory } from '../../ports/provider-directory';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { SkillRegistry } from '../../ports/skill-registry';

export interface Registration {
  readonly registered: readonly SkillManifest[];
  readonly quarantined: readonly Quarantined[];
}

/** What becomes of one manifest. `refused`: at fault in itself; `conflict`: with what is registered already. */
export type Judgement =
  | { readonly kind: 'registered'; readonly manifest: SkillManifest; readonly isNew: boolean }
  | { readonly kind: 'refused' | 'conflict'; readonly faults: readonly ManifestFault[] };

type MetricsPage = () => Promise<string | undefined>;

/** What a provider published, all of it good, and the revision of the registry that held it. */
interface Settled {
  readonly published: string;
  readonly revision: number;
  readonly registration: Registration;
}

/**
 * Takes over what providers publish. A manifest at fault keeps itself out, and no other (S2). What a provider publishes again is not
 * read again while the registry stands as it did: a thousand manifests cost more than the calls between two looks.
 */
export class RegisterSkills {
  private readonly settled = new Map<string, Settled>();

  constructor(
    private readonly directory: ProviderDirectory,
    private readonly registry: SkillRegistry,
    private readonly catalogue: SkillCatalogue,
    private readonly quarantine: Quarantine = new Quarantine(),
  ) {}

  /** Everything that a provider publishes. Throws TransientError when the provider or the store cannot be reached. */
  async register(providerUrl: string): Promise<Registration> {
    const manifests = await this.directory.manifests(providerUrl);
    const published = writtenOut(manifests);
    const before = this.settled.get(providerUrl);
    if (before && before.published === published && before.revision === this.catalogue.current().revision)
      return before.registration;
    const judged = await this.judgeAll(manifests, providerUrl);
    const registered = judged.flatMap(({ judgement }) => (judgement.kind === 'registered' ? [judgement.manifest] : []));
    await this.keep(registered, providerUrl);
    const quarantined = judged.flatMap(({ published, judgement }) =>
      judgement.kind === 'registered' ? [] : [{ ...labelOf(published), faults: judgement.faults }],
    );
    this.quarantine.keep(providerUrl, quarantined);
    const registration = { registered, quarantined };
    if (quarantined.length > 0 || published === undefined) this.settled.delete(providerUrl);
    else this.settled.set(providerUrl, { published, revision: this.catalogue.current().revision, registration });
    return registration;
  }

  /** One manifest that somebody sent. Throws TransientError when its provider or the store cannot be reached. */
  async registerOne(published: unknown, providerUrl: string): Promise<Judgement> {
    await this.catalogue.refresh();
    const judgement = await this.judge(published, providerUrl, this.pageOf(providerUrl));
    if (judgement.kind !== 'registered') return judgement;
    await this.keep([judgement.manifest], providerUrl);
    return this.afterRace(judgement);
  }

  private async judgeAll(published: readonly unknown[], providerUrl: string) {
    const seen = new Map<string, string>();
    const page = this.pageOf(providerUrl);
    const judged: { readonly published: unknown; readonly judgement: Judgement }[] = [];
    for (const manifest of published) {
      let judgement = await this.judge(manifest, providerUrl, page);
      if (judgement.kind === 'registered') {
        const { name, version } = judgement.manifest;
        const [key, text] = [`${name}@${version}`, canonicalJson(judgement.manifest)];
        if ((seen.get(key) ?? text) !== text) judgement = { kind: 'conflict', faults: [PUBLISHED_TWICE] };
        else seen.set(key, text);
      }
      judged.push({ published: manifest, judgement });
    }
    return judged;
  }

  private async judge(published: unknown, providerUrl: string, page: MetricsPage): Promise<Judgement> {
    const read = readManifest(published);
    if ('faults' in read) return { kind: 'refused', faults: read.faults };
    const { manifest } = read.contract;
    const unmeasured = missingMetrics(manifest);
    if (unmeasured.length > 0) return { kind: 'refused', faults: unmeasured };
    const known = this.catalogue.current().skills.get(manifest.name);
    const conflicts = registrationConflicts(known, manifest);
    if (conflicts.length > 0) return { kind: 'conflict', faults: conflicts };
    const owner = known?.providerUrls.get(manifest.version);
    if (owner === providerUrl) return { kind: 'registered', manifest, isNew: false };
    if (owner !== undefined && (await this.stillPublishes(owner, manifest)))
      return { kind: 'conflict', faults: [VERSION_TAKEN] };
    const shown = await page();
    const unexposed = shown === undefined ? [] : unexposedMetrics(manifest, shown);
    return unexposed.length > 0
      ? { kind: 'refused', faults: unexposed }
      : { kind: 'registered', manifest, isNew: true };
  }

  /** Asked for once, when the first new version needs it. */
  private pageOf(providerUrl: string): MetricsPage {
    let page: Promise<string | undefined> | undefined;
    return () => (page ??= this.directory.metrics(providerUrl));
  }

  /** A provider that has moved publishes nothing at its old address. */
  private async stillPublishes(providerUrl: string, { name, version }: SkillManifest): Promise<boolean> {
    try {
      const published = (await this.directory.manifests(providerUrl)).map(labelOf);
      return published.some((each) => each.name === name && each.version === version);
    } catch (error) {
      if (error instanceof TransientError) return false;
      throw error;
    }
  }

  private async keep(manifests: readonly SkillManifest[], providerUrl: string): Promise<void> {
    const marks = (name: string, version: string) => this.catalogue.current().skills.get(name)?.marks.get(version);
    await this.registry.register(
      manifests.map((manifest) => {
        const origin = marks(manifest.name, manifest.version)?.origin;
        return { manifest, providerUrl, state: 'complete' as const, ...(origin && { origin }) };
      }),
    );
    await this.catalogue.refresh();
  }

  /** Of two that register different promises at once the store keeps the first. */
  private afterRace(judgement: Judgement & { readonly kind: 'registered' }): Judgement {
    const { name, version } = judgement.manifest;
    const kept = this.catalogue.current().skills.get(name)?.versions.get(version);
    const faults = kept ? brokenPromises(kept.manifest, judgement.manifest) : [];
    return faults.length > 0 ? { kind: 'conflict', faults } : judgement;
  }
}

/** Undefined for what nests deeper than can be written; it is at fault. */
function writtenOut(manifests: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(manifests);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PUBLISHED_TWICE: ManifestFault = {
  at: 'version',
  rule: 'published_twice',
  reason: 'is published twice by this provider, with different contracts',
};
const VERSION_TAKEN: ManifestFault = {
  at: 'version',
  rule: 'version_taken',
  reason: 'is published by another provider; take another name or version, or end that one first',
};
