import type { SkillManifest } from '@plinth/contracts';
import type { RegisteredSkill } from '../catalogue/catalogue';
import { breakingChanges } from '../contract/compatibility/breaking-changes';
import type { ManifestFault } from '../contract/skill-contract';
import { compareVersions } from '../rollout/compare-versions';
import { brokenPromises } from './promises';

/**
 * Why a manifest of a person's own, sound in itself, does not go with what is registered under its name: an imported skill
 * has that name, its version promised something else, or it breaks what a neighbour under the same major promised.
 */
export function registrationConflicts(
  known: RegisteredSkill | undefined,
  manifest: SkillManifest,
): readonly ManifestFault[] {
  if (ADDRESSES.has(manifest.name))
    return [{ at: 'name', rule: 'name_reserved', reason: 'is part of an address of the gateway; take another' }];
  if (!known) return [];
  const { versions, marks } = known;
  const mark = marks.get(manifest.version);
  if (mark?.state === 'imported' || (!mark && [...marks.values()].some(({ origin }) => origin)))
    return [
      { at: 'name', rule: 'name_taken', reason: 'is the name of an imported skill; complete that, or take another' },
    ];
  const same = versions.get(manifest.version);
  if (same) return brokenPromises(same.manifest, manifest);
  const manifests = [...versions.values()].map((contract) => contract.manifest);
  const { older, newer } = neighbours(manifests, manifest);
  return [
    ...(older ? breaks(older, manifest, `breaks what ${older.version} promised under the same major`) : []),
    ...(newer ? breaks(manifest, newer, `${newer.version}, which is newer, would break it`) : []),
  ];
}

/** `POST /v1/skills/outcomes/{call}` would take the calls of such a skill. */
const ADDRESSES: ReadonlySet<string> = new Set(['outcomes', 'search']);

function breaks(before: SkillManifest, after: SkillManifest, what: string): readonly ManifestFault[] {
  return breakingChanges(before, after).map((change) => ({ ...change, reason: `${what}: ${change.reason}` }));
}

/** The nearest versions that callers may be moved from, and to, without being asked. */
function neighbours(manifests: readonly SkillManifest[], { version }: SkillManifest) {
  const compatible = manifests
    .filter((each) => majorOf(each.version) === majorOf(version))
    .sort((a, b) => compareVersions(a.version, b.version));
  return {
    older: compatible.findLast((each) => compareVersions(each.version, version) < 0),
    newer: compatible.find((each) => compareVersions(each.version, version) > 0),
  };
}

/** Below 1.0.0 the minor version is what promises. */
function majorOf(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return Number(major) === 0 ? `0.${minor}` : major;
}
