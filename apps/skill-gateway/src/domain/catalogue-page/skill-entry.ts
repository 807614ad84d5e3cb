import type { SkillManifest } from '@plinth/contracts';
import type { RegistrationMark } from '../catalogue/catalogue';
import type { ManifestFault } from '../contract/skill-contract';
import type { Rollout } from '../rollout/rollout';

/** What users waited for, in all calls that are counted. */
export interface MeasuredLatency {
  readonly calls: number;
  /** Undefined as long as there are too few. */
  readonly p95Ms: number | undefined;
}

export interface VersionEntry {
  readonly manifest: SkillManifest;
  readonly mark: RegistrationMark;
  readonly measured: MeasuredLatency | undefined;
}

export interface KeptOut {
  readonly name: string;
  readonly version: string;
  readonly faults: readonly ManifestFault[];
}

/** What the catalogue says of one skill; of one that no gateway serves there is no rollout. */
export interface SkillEntry {
  readonly name: string;
  /** Newest first; empty for a skill of which all versions are kept out. */
  readonly versions: readonly VersionEntry[];
  readonly keptOut: readonly KeptOut[];
  readonly rollout: Rollout | undefined;
}

/** A page of the catalogue by its own address or as a file: what its links end with. */
export interface PageLinks {
  readonly list: string;
  readonly skill: (name: string) => string;
}

export const SERVED: PageLinks = {
  list: '/v1/catalogue',
  skill: (name) => `/v1/catalogue/${encodeURIComponent(name)}`,
};
export const AS_FILES: PageLinks = {
  list: 'index.html',
  skill: (name) => `${encodeURIComponent(name)}.html`,
};
