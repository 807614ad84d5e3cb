import type { FolderFile } from '@plinth/platform';
import { parse, YAMLParseError } from 'yaml';
import { policyFile, type PolicyFile } from '../../../domain/policy/policy';
import { buildPolicySet, type PolicyFault, type PolicySet } from '../../../domain/policy-set/policy-set';

/** Builds the policies of a folder. Faults name the file and the place. */
export function readPolicies(files: readonly FolderFile[]): PolicySet | { readonly faults: readonly PolicyFault[] } {
  const faults: PolicyFault[] = [];
  const policies: PolicyFile[] = [];
  for (const { name, text } of files) {
    const parsed = policyFile.safeParse(yamlOf(text, name, faults));
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

function yamlOf(text: string, name: string, faults: PolicyFault[]): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    faults.push({ policy: name, at: `line ${error.linePos?.[0].line ?? '?'}`, rule: error.code });
    return undefined;
  }
}
