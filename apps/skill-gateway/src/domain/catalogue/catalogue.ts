import type { SkillManifest } from '@plinth/contracts';
import { canonicalJson, type JsonObject } from '@plinth/kernel';
import { readManifest, type ManifestFault, type SkillContract } from '../contract/skill-contract';
import { skillOf, type Rollout } from '../rollout/rollout';

/** Where the description of an imported skill came from, and what it is called there. */
export interface SkillOrigin {
  readonly namespace: string;
  readonly name: string;
  /** Claims of whoever described it, such as `readOnlyHint`: for people to read, never to rely on. */
  readonly hints?: JsonObject;
  /** Of all that was described: a description with another one has changed. */
  readonly digest?: string;
}

/** How far a contract can be relied on: `imported` ones were completed by defaults until a person completes them. */
export interface RegistrationMark {
  readonly state: 'complete' | 'imported';
  readonly origin?: SkillOrigin;
}

/** A version as the registry keeps it. */
export interface RegisteredVersion extends RegistrationMark {
  readonly manifest: SkillManifest;
  readonly providerUrl: string;
}

export interface RegisteredSkill {
  readonly rollout: Rollout;
  readonly versions: ReadonlyMap<string, SkillContract>;
  readonly providerUrls: ReadonlyMap<string, string>;
  readonly marks: ReadonlyMap<string, RegistrationMark>;
  /** Whether some version of it acts: then a repeated command is looked up before anything else. */
  readonly acts: boolean;
}

/** Of a version that is not known here an address that leads to no provider: nothing is sent. */
export const providerUrlOf = (skill: Pick<RegisteredSkill, 'providerUrls'> | undefined, version: string): string =>
  skill?.providerUrls.get(version) ?? '';

export interface UnusableVersion {
  readonly skill: string;
  readonly version: string;
  readonly faults: readonly ManifestFault[];
}

/** Everything that serves, at one moment; immutable. */
export interface Catalogue {
  /** Counts the changes of the registry. */
  readonly revision: number;
  readonly skills: ReadonlyMap<string, RegisteredSkill>;
  /** Versions of the registry that this program cannot use: an older one wrote them. */
  readonly unusable: readonly UnusableVersion[];
}

export const EMPTY_CATALOGUE: Catalogue = { revision: -1, skills: new Map(), unusable: [] };

/** Puts versions and rollouts together; contracts that `previous` has compiled already are taken over. */
export function buildCatalogue(
  revision: number,
  registered: readonly RegisteredVersion[],
  rollouts: readonly Rollout[],
  previous: Catalogue = EMPTY_CATALOGUE,
): Catalogue {
  const unusable: UnusableVersion[] = [];
  const skills = new Map<string, RegisteredSkill>();
  for (const rollout of rollouts) {
    const skill = skillOf(rollout);
    const versions = new Map<string, SkillContract>();
    const providerUrls = new Map<string, string>();
    const marks = new Map<string, RegistrationMark>();
    for (const { manifest, providerUrl, state, origin } of registered) {
      if (manifest.name !== skill) continue;
      const contract = compiledBefore(previous, manifest) ?? readManifest(manifest, state);
      if ('faults' in contract) {
        unusable.push({ skill: manifest.name, version: manifest.version, faults: contract.faults });
        continue;
      }
      versions.set(manifest.version, contract.contract);
      providerUrls.set(manifest.version, providerUrl);
      marks.set(manifest.version, { state, ...(origin && { origin }) });
    }
    const acts = [...versions.values()].some(({ manifest }) => manifest.effect !== 'read');
    skills.set(skill, { rollout, versions, providerUrls, marks, acts });
  }
  return { revision, skills, unusable };
}

/** The same skills with other rollouts: costs what has changed, however many skills there are. */
export function withRollouts(catalogue: Catalogue, revision: number, changed: readonly Rollout[]): Catalogue {
  const skills = new Map(catalogue.skills);
  for (const rollout of changed) {
    const skill = skills.get(skillOf(rollout));
    if (skill) skills.set(skillOf(rollout), { ...skill, rollout });
  }
  return { ...catalogue, revision, skills };
}

function compiledBefore(previous: Catalogue, manifest: SkillManifest): { contract: SkillContract } | undefined {
  const contract = previous.skills.get(manifest.name)?.versions.get(manifest.version);
  return contract && canonicalJson(contract.manifest) === canonicalJson(manifest) ? { contract } : undefined;
}
