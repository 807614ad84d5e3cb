import { judgeAnswer } from '../../domain/outcome/judge-answer';
import type { Verdict } from '../../domain/outcome/verdict';
import type { Pace } from '../../ports/pace';
import type { EffectLookUp, SkillProvider } from '../../ports/skill-provider';
import type { SkillContract } from '../../domain/contract/skill-contract';

/** A look-up changes nothing and is short; it is worth its time also when the caller's is over. */
const TIMEOUT_MS = 1_000;
const PAUSES_MS = [100, 300, 900] as const;

/**
 * What became of an effect whose answer was not heard, by its key at its provider (S6); undefined when the provider does not know, or
 * offers no look-up. Waits a while for what is under way.
 */
export async function lookUpEffect(
  provider: SkillProvider,
  pace: Pace,
  contract: SkillContract,
  asked: Omit<EffectLookUp, 'timeoutMs'>,
): Promise<Verdict | undefined> {
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    const found = await provider.lookUp({ ...asked, timeoutMs: TIMEOUT_MS });
    if (found.kind === 'known') {
      const { result, receipt } = found;
      return judgeAnswer(contract, { kind: 'answered', result, receipt });
    }
    if (found.kind !== 'pending' || pauseMs === undefined) return undefined;
    await pace.sleep(pauseMs);
  }
  return undefined;
}
