import { lowerSnakeName, type SkillManifest } from '@plinth/contracts';
import { contentHash } from '@plinth/kernel';
import type { Catalogue, RegisteredVersion } from '../catalogue/catalogue';
import { compareVersions } from '../rollout/compare-versions';
import { importedManifest } from './imported-manifest';
import type { ImportedTool, QuarantinedTool, ToolFault } from './imported-tool';
import { skillNameOf } from './skill-name';

export interface PlannedImport {
  /** New skills, and new versions of those whose description has changed. */
  readonly versions: readonly RegisteredVersion[];
  /** Skills that are there as they are described. */
  readonly unchanged: readonly string[];
  readonly quarantined: readonly QuarantinedTool[];
}

type ReadManifest = (manifest: SkillManifest) => readonly ToolFault[];

/**
 * What an import of tools changes; pure. A tool whose name is another's, or whose contract cannot be used, stays out alone. A changed
 * tool becomes a new major version, since what it promised before is what its callers rest on.
 */
export function planImport(
  namespace: string,
  tools: readonly ImportedTool[],
  catalogue: Catalogue,
  faultsOf: ReadManifest,
): PlannedImport {
  const versions: RegisteredVersion[] = [];
  const unchanged: string[] = [];
  const quarantined: QuarantinedTool[] = [];
  const names = Map.groupBy(tools, (tool) => skillNameOf(namespace, tool.name));
  for (const tool of tools) {
    const name = skillNameOf(namespace, tool.name);
    const nameFaults = faultsOfName(name, tool, namespace, names.get(name) ?? [], catalogue);
    if (nameFaults.length > 0) {
      quarantined.push({ tool: tool.name, faults: nameFaults });
      continue;
    }
    const latest = latestOf(catalogue, name);
    const digest = contentHash([tool.description, tool.inputSchema, tool.outputSchema, tool.hints]);
    if (latest?.digest === digest) {
      unchanged.push(name);
      continue;
    }
    const manifest = importedManifest(tool, name, latest ? nextMajor(latest.version) : '1.0.0');
    const faults = faultsOf(manifest);
    if (faults.length > 0) quarantined.push({ tool: tool.name, faults });
    else
      versions.push({
        ...{ manifest, providerUrl: tool.providerUrl, state: 'imported' },
        origin: { namespace, name: tool.name, hints: tool.hints, digest },
      });
  }
  return { versions, unchanged, quarantined };
}

function faultsOfName(
  name: string,
  tool: ImportedTool,
  namespace: string,
  sameName: readonly ImportedTool[],
  { skills }: Catalogue,
): readonly ToolFault[] {
  const fault = (rule: string, reason: string): readonly ToolFault[] => [{ at: 'name', rule, reason }];
  if (!lowerSnakeName.safeParse(name).success)
    return fault(
      'name_not_usable',
      `its name here would be ${name.slice(0, 80)}, which is no lower_snake name of 64 characters`,
    );
  const others = sameName.filter((other) => other !== tool).map((other) => other.name);
  if (others.length > 0)
    return fault('name_clash', `its name here, ${name}, is also that of ${others.join(', ')}`.slice(0, 300));
  const skill = skills.get(name);
  if (!skill) return [];
  const origins = [...skill.marks.values()].map(({ origin }) => origin);
  const isOurs = origins.every((origin) => origin?.namespace === namespace && origin.name === tool.name);
  return isOurs ? [] : fault('name_clash', `the name ${name} is that of another skill`);
}

/** The newest version that a skill has, and of what description it came. */
function latestOf({ skills }: Catalogue, name: string) {
  const { versions, marks } = skills.get(name) ?? {};
  const version = [...(versions?.keys() ?? [])].sort(compareVersions).at(-1);
  return version === undefined ? undefined : { version, digest: marks?.get(version)?.origin?.digest };
}

function nextMajor(version: string): string {
  return `${Number(version.split('.')[0]) + 1}.0.0`;
}
