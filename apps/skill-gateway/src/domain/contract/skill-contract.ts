import { skillManifest, type SkillManifest } from '@plinth/contracts';
import { compileSchema, sizeFault, type ValueError } from '@plinth/json-schema';
import { unstorableAt } from './text-faults';
import { violationsOf, type Violation } from './violation';

/** What tells most of what is wrong with a value; undefined when it fits. */
export type SchemaCheck = (value: unknown) => Violation | undefined;

/** One version of one skill, its schemas ready to check with. */
export interface SkillContract {
  readonly manifest: SkillManifest;
  /** Closed: a property that the schema does not know is refused. */
  readonly checkArguments: SchemaCheck;
  /** All that is wrong with arguments by their schema, in its order. */
  readonly argumentErrors: (value: unknown) => readonly ValueError[];
  /** As the schema says: a newer provider may tell more. */
  readonly checkResult: SchemaCheck;
}

/** Why a manifest is not taken: the place in it, the rule, and what is wrong there. */
export interface ManifestFault {
  /** Names from the root of the manifest, with dots; inside of a schema with slashes. */
  readonly at: string;
  readonly rule: string;
  readonly reason: string;
}

/**
 * Reads what a provider published. Refused with all reasons when it is incomplete or its schemas cannot be used (S2, S16). Of what was
 * `imported` nobody can ask for the proof of its effect before a person has completed it.
 */
export function readManifest(
  published: unknown,
  state: 'complete' | 'imported' = 'complete',
): { readonly contract: SkillContract } | { readonly faults: readonly ManifestFault[] } {
  const large = sizeFault(published);
  if (large) return { faults: [{ ...large, at: large.at.slice(1, MAX_PLACE) }] };
  const parsed = skillManifest.safeParse(published);
  if (!parsed.success) return { faults: parsed.error.issues.map(issueFault) };
  const manifest = parsed.data;
  const faults: ManifestFault[] = [...effectFaults(manifest, state === 'complete')];
  const argumentErrors = checkBy(faults, 'input_schema', manifest.input_schema, 'closed');
  const resultErrors = checkBy(faults, 'output_schema', manifest.output_schema, 'open');
  if (faults.length > 0) return { faults };
  return {
    contract: {
      manifest,
      argumentErrors,
      checkArguments: (value) => firstViolation(value, argumentErrors),
      checkResult: (value) => firstViolation(value, resultErrors),
    },
  };
}

type Check = (value: unknown) => readonly ValueError[];

const firstViolation = (value: unknown, check: Check): Violation | undefined =>
  unstorableAt(value) ?? violationsOf(check(value))[0];

function issueFault({
  path,
  code,
  message,
}: {
  path: readonly PropertyKey[];
  code: string;
  message: string;
}): ManifestFault {
  return { at: path.map(String).join('.').slice(0, MAX_PLACE), rule: code, reason: message.slice(0, MAX_REASON) };
}

const MAX_PLACE = 200;
const MAX_REASON = 500;

function effectFaults({ effect, receipt, shadow }: SkillManifest, isComplete: boolean): readonly ManifestFault[] {
  const faults: ManifestFault[] = [];
  if (isComplete && effect !== 'read' && !receipt)
    faults.push({ at: 'receipt', rule: 'receipt_missing', reason: 'an effect declares what proves it' });
  if (effect !== 'read' && shadow === 'safe')
    faults.push({ at: 'shadow', rule: 'shadow_acts', reason: 'an effect is never safe to call for a comparison' });
  return faults;
}

/** The check by a schema; adds to `faults` why there is none. */
function checkBy(
  faults: ManifestFault[],
  at: string,
  schema: Readonly<Record<string, unknown>>,
  objects: 'open' | 'closed',
): Check {
  const compiled = compileSchema(schema, { objects });
  if (compiled.kind === 'refused') {
    faults.push(
      ...compiled.faults.map(({ at: pointer, rule, reason }) => ({
        at: (at + pointer).slice(0, MAX_PLACE),
        rule,
        reason: reason.slice(0, MAX_REASON),
      })),
    );
    return () => [];
  }
  return compiled.check;
}
