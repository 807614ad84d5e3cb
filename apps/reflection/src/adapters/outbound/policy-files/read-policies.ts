import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { policyFile, type PolicyFile } from '../../../domain/policy/policy';
import { buildPolicySet, type PolicyFault, type PolicySet } from '../../../domain/policy-set/policy-set';

/** Changes whenever a policy file is written, added or removed. */
export async function fingerprintOf(folder: string): Promise<string> {
  const entries = await Promise.all(
    (await policyNames(folder)).map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder, name));
      return `${name}:${mtimeMs}:${size}`;
    }),
  );
  return entries.join('|');
}

/** Reads and builds the policies of a folder. Faults name the file and the place. */
export async function readPolicies(folder: string): Promise<PolicySet | { readonly faults: readonly PolicyFault[] }> {
  const faults: PolicyFault[] = [];
  const policies: PolicyFile[] = [];
  for (const name of await policyNames(folder)) {
    const parsed = policyFile.safeParse(yamlOf(await readFile(join(folder, name), 'utf8'), name, faults));
    if (parsed.success) policies.push(parsed.data);
    else
      faults.push(
        ...parsed.error.issues.map((issue) => ({ policy: name, at: issue.path.join('.'), rule: issue.message })),
      );
  }
  if (faults.length > 0) return { faults };
  return buildPolicySet(policies);
}

/** A set from the archive; it was built once, so only a newer program can refuse it. */
export function rebuildPolicies(policies: readonly unknown[]): PolicySet | undefined {
  const parsed = policies.map((policy) => policyFile.safeParse(policy));
  const files = parsed.flatMap((result) => (result.success ? [result.data] : []));
  const set = files.length === policies.length ? buildPolicySet(files) : undefined;
  return set && 'version' in set ? set : undefined;
}

async function policyNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /\.ya?ml$/.test(name)).sort();
}

function yamlOf(text: string, name: string, faults: PolicyFault[]): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    faults.push({ policy: name, at: `line ${error.linePos?.[0].line ?? '?'}`, rule: error.code });
    return undefined;
  }
}
