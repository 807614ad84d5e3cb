import type { SkillContract } from '../contract/skill-contract';

/** The contract of a dry run: it has no effect, so none is in doubt, and no receipt, so none is asked for. */
export function withoutEffect(contract: SkillContract): SkillContract {
  return { ...contract, manifest: { ...contract.manifest, effect: 'read', receipt: undefined } };
}
