import type { SkillManifest } from '@plinth/contracts';

/** Who calls, and for which turn; ids only. */
export interface SkillContext {
  readonly tenant: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly locale: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The key of the effect: the same key must act once. Empty in a dry run. */
  readonly idempotencyKey: string;
  /** Aborted when the time is up, and for what only reads when its caller has gone. */
  readonly signal: AbortSignal;
}

/** Throws ContractBreach for what breaks a schema, SkillError for a declared failure. */
type CheckedWork = (args: unknown, context: SkillContext) => Promise<Record<string, unknown>>;

/** A skill: its contract, and its code behind the checks of both schemas. */
export interface Skill {
  readonly manifest: SkillManifest;
  readonly run: CheckedWork;
  /** What `run` would answer, with nothing changed; absent where the skill acts and cannot tell. What reads just reads. */
  readonly dryRun: CheckedWork | undefined;
}
