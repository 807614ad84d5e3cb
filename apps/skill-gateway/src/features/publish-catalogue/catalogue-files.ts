import type { Language } from '@plinth/contracts';
import { listPage } from '../../domain/catalogue-page/list-page';
import { AS_FILES, type KeptOut, type SkillEntry, type VersionEntry } from '../../domain/catalogue-page/skill-entry';
import { skillPage } from '../../domain/catalogue-page/skill-page';
import { readManifest } from '../../domain/contract/skill-contract';
import { labelOf } from '../../domain/registration/quarantine';
import { compareVersions } from '../../domain/rollout/compare-versions';

/** The catalogue as files, by their names, made of manifests alone: what is at fault is in it as kept out, with the reasons. */
export function catalogueFiles(published: readonly unknown[], language: Language): ReadonlyMap<string, string> {
  const entries = entriesOf(published);
  const pages = entries.map((entry) => [AS_FILES.skill(entry.name), skillPage(entry, language, AS_FILES)] as const);
  return new Map([[AS_FILES.list, listPage(entries, language, AS_FILES)] as const, ...pages]);
}

function entriesOf(published: readonly unknown[]): readonly SkillEntry[] {
  const versions: VersionEntry[] = [];
  const keptOut: KeptOut[] = [];
  for (const each of published) {
    const read = readManifest(each);
    if ('faults' in read) keptOut.push({ ...labelOf(each), faults: read.faults });
    else versions.push({ manifest: read.contract.manifest, mark: { state: 'complete' }, measured: undefined });
  }
  const names = new Set([...versions.map(({ manifest }) => manifest.name), ...keptOut.map(({ name }) => name)]);
  names.delete('');
  return [...names].sort().map((name) => ({
    name,
    versions: versions
      .filter(({ manifest }) => manifest.name === name)
      .sort((one, other) => compareVersions(other.manifest.version, one.manifest.version)),
    keptOut: keptOut.filter((each) => each.name === name),
    rollout: undefined,
  }));
}
