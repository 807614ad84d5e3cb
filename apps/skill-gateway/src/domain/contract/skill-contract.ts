import { skillManifest, type SkillManifest } from '@plinth/contracts';
import { closeSchema } from './close-schema';
import { compileSchema, type SchemaCheck } from './compile-schema';

/** One version of one skill, its schemas ready to check with. */
export interface SkillContract {
  readonly manifest: SkillManifest;
  /** Closed: a property that the schema does not know is refused. */
  readonly checkArguments: SchemaCheck;
  /** As the schema says: a newer provider may tell more. */
  readonly checkResult: SchemaCheck;
}

/** Why a manifest is not taken: the place in it, and what is wrong there. */
export interface ManifestFault {
  readonly at: string;
  readonly reason: string;
}

/** Reads what a provider published. Refused with all reasons when it is incomplete or its schemas cannot be used (S2, S16). */
export function readManifest(
  published: unknown,
): { readonly contract: SkillContract } | { readonly faults: ManifestFault[] } {
  const parsed = skillManifest.safeParse(published);
  if (!parsed.success)
    return { faults: parsed.error.issues.map((issue) => ({ at: issue.path.join('.'), reason: issue.message })) };
  const manifest = parsed.data;
  const faults: ManifestFault[] = [];
  if (manifest.effect !== 'read' && !manifest.receipt)
    faults.push({ at: 'receipt', reason: 'an effect declares what proves it' });
  const checkArguments = compiled(faults, 'input_schema', () => compileSchema(closeSchema(manifest.input_schema)));
  const checkResult = compiled(faults, 'output_schema', () => compileSchema(manifest.output_schema));
  if (faults.length > 0 || !checkArguments || !checkResult) return { faults };
  return { contract: { manifest, checkArguments, checkResult } };
}

function compiled(faults: ManifestFault[], at: string, compile: () => SchemaCheck): SchemaCheck | undefined {
  try {
    return compile();
  } catch (error) {
    faults.push({ at, reason: error instanceof Error ? error.message : 'cannot be compiled' });
    return undefined;
  }
}
