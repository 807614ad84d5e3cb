import type { Correction } from '@plinth/contracts';
import { commandId } from './command-id';
import { skipReflection } from './skip-reflection';
import type { ActiveTurn } from './session';
import type { EventBodies } from './session-event';
import { patchDraft } from './patch-draft';

type Verdict = EventBodies['verdict.reached.v1']['data'];

/** Rounds of one draft, the first included: a correction is judged once more, by the checks that failed. */
const MAX_ROUNDS = 2;

/** T5: only a verdict that ran every check and found nothing is a pass. Corrections patch the draft; nothing is regenerated (R1). */
export function applyVerdict(
  active: ActiveTurn,
  verdict: Verdict,
  given: readonly Correction[],
  at: number,
): ActiveTurn {
  const draft = active.draft;
  if (!draft) return active;
  const rounds = verdict.round + 1;
  const policyVersion = active.policyVersion ?? verdict.policy_version;
  const before = active.reflection?.corrections ?? 0;
  const summary = { rounds, corrections: before, reflection_skipped: false };
  if (verdict.outcome === 'blocked') {
    const safe = given.find((correction) => correction.field === 'text' && correction.found === undefined)?.suggestion;
    const blocked = {
      ...active,
      policyVersion,
      reflection: { ...summary, outcome: 'blocked' as const },
      step: { kind: 'release' as const },
    };
    return { ...blocked, draft: { text: safe ?? '', slots: {} }, notices: [...active.notices, 'reply_blocked'] };
  }
  const patched = verdict.outcome === 'corrected' ? patchDraft(draft, given) : { draft, applied: 0 };
  const corrections = before + patched.applied;
  const outcome: 'corrected' | 'passed' = corrections > 0 || verdict.outcome === 'corrected' ? 'corrected' : 'passed';
  const next: ActiveTurn = {
    ...active,
    policyVersion,
    draft: patched.draft,
    reflection: { ...summary, corrections, outcome },
  };
  if (verdict.partial) return skipReflection(next, rounds, 'partial');
  if (patched.applied > 0 && rounds < MAX_ROUNDS) {
    const onlyChecks = verdict.checks.filter((check) => check.outcome === 'failed').map((check) => check.id);
    const command = commandId(active.input.turn, 'reflection.check', rounds);
    return { ...next, step: { kind: 'reflect', command, since: at, round: rounds, onlyChecks } };
  }
  return { ...next, step: { kind: 'release' } };
}
