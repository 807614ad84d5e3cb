import type { FolderFile } from '@plinth/platform';
import { parse, YAMLParseError } from 'yaml';
import { memoryPolicySchema, type MemoryPolicy } from '../../../domain/policy/memory-policy';
import type { PolicyFault } from '../../../ports/policy-book';

export type PoliciesByTenant = ReadonlyMap<string, MemoryPolicy>;

/** One file a tenant, named after it; each is whole in itself. */
export function readPolicies(
  files: readonly FolderFile[],
): PoliciesByTenant | { readonly faults: readonly PolicyFault[] } {
  const faults: PolicyFault[] = [];
  const policies = new Map<string, MemoryPolicy>();
  for (const { name, text } of files) {
    const parsed = memoryPolicySchema.safeParse(yamlOf(text, name, faults));
    if (parsed.success) policies.set(name.replace(/\.ya?ml$/, ''), parsed.data);
    else
      faults.push(
        ...parsed.error.issues.map(({ path, message }) => ({ file: name, at: path.join('.'), rule: message })),
      );
  }
  return faults.length > 0 ? { faults } : policies;
}

function yamlOf(text: string, file: string, faults: PolicyFault[]): unknown {
  try {
    return parse(text) ?? {};
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    faults.push({ file, at: `line ${error.linePos?.[0].line ?? '?'}`, rule: error.code });
    return {};
  }
}
