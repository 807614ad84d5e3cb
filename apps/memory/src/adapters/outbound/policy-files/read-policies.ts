import type { FolderFile } from '@plinth/platform';
import { parse, YAMLParseError } from 'yaml';
import { memoryPolicySchema, type MemoryPolicy } from '../../../domain/policy/memory-policy';
import type { PolicyFault } from '../../../ports/policy-book';

export interface Policies {
  readonly byTenant: ReadonlyMap<string, MemoryPolicy>;
  /** What is wrong with files whose tenants are served as before, or by `default`. */
  readonly faultsBeside: readonly PolicyFault[];
}

const DEFAULT = 'default';

/**
 * One file a tenant, named after it; each stands alone: a file at fault leaves its tenant what held before, or nothing of its own, and
 * changes nothing for others. Only without any good `default` there are no policies.
 */
export function readPolicies(
  files: readonly FolderFile[],
  before?: Policies,
): Policies | { readonly faults: readonly PolicyFault[] } {
  const faults: PolicyFault[] = [];
  const byTenant = new Map<string, MemoryPolicy>();
  const seen = new Set<string>();
  for (const { name, text } of files) {
    const tenant = tenantOfFile(name);
    const read = seen.has(tenant) ? [{ file: name, at: '', rule: 'one_file_a_tenant' }] : policyOf(name, text);
    seen.add(tenant);
    const held = 'length' in read ? before?.byTenant.get(tenant) : read;
    if ('length' in read) faults.push(...read);
    if (held) byTenant.set(tenant, held);
    else byTenant.delete(tenant);
  }
  return seen.has(DEFAULT) && !byTenant.has(DEFAULT) ? { faults } : { byTenant, faultsBeside: faults };
}

export const tenantOfFile = (file: string): string => file.replace(/\.ya?ml$/, '');

function policyOf(file: string, text: string): MemoryPolicy | readonly PolicyFault[] {
  const written = yamlOf(text);
  if ('at' in written) return [{ file, ...written }];
  const parsed = memoryPolicySchema.safeParse(written.value);
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map(({ path, message }) => ({ file, at: path.join('.'), rule: message }));
}

/** Whatever the parser throws is a fault of the file, an alias of nothing and a bomb of aliases among it. */
function yamlOf(text: string): { readonly value: unknown } | Omit<PolicyFault, 'file'> {
  try {
    return { value: parse(text) ?? {} };
  } catch (error) {
    if (error instanceof YAMLParseError) return { at: `line ${error.linePos?.[0].line ?? '?'}`, rule: error.code };
    return { at: '', rule: error instanceof Error ? error.message : 'not_yaml' };
  }
}
