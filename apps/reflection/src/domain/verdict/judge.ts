import type { Correction, DataOf, verdictReached } from '@plinth/contracts';
import { roundedMs } from '@plinth/kernel';
import type { Check, Finding, Subject } from '../checks/check';

type Verdict = DataOf<typeof verdictReached>;
export type Judgement = Pick<Verdict, 'outcome' | 'partial' | 'corrections' | 'checks'>;

export interface Trial {
  readonly checks: readonly Check[];
  readonly subject: Subject;
  readonly tenant: string;
  /** Asked before each check: whether the budget has ended. */
  readonly stop: () => boolean;
  /** Milliseconds, for the duration of each check. */
  readonly now: () => number;
}

/**
 * Runs checks over a draft. A check that did not run is `skipped` and makes the verdict partial: a skipped check is never
 * a pass (T5). Pure but for the clock that it is given.
 */
export function judge({ checks, subject, tenant, stop, now }: Trial): Judgement {
  const results: Verdict['checks'] = [];
  const findings: Finding[] = [];
  for (const check of checks) {
    if (check.tenants && !check.tenants.has(tenant)) continue;
    if (stop()) {
      results.push({ id: check.id, outcome: 'skipped', duration_ms: 0 });
      continue;
    }
    const began = now();
    const found = check.find(subject);
    findings.push(...found);
    const outcome = found.length === 0 ? 'passed' : 'failed';
    results.push({ id: check.id, outcome, duration_ms: roundedMs(now() - began) });
  }
  return {
    outcome: outcomeOf(findings),
    partial: results.some(({ outcome }) => outcome === 'skipped'),
    corrections: correctionsOf(findings),
    checks: results,
  };
}

function outcomeOf(findings: readonly Finding[]): Verdict['outcome'] {
  if (findings.some(({ blocks }) => blocks)) return 'blocked';
  return findings.length > 0 ? 'corrected' : 'passed';
}

/** A blocking finding speaks alone: patches of a text that does not leave would only confuse. */
function correctionsOf(findings: readonly Finding[]): Correction[] {
  const blocking = findings.filter(({ blocks }) => blocks);
  return (blocking.length > 0 ? blocking.slice(0, 1) : findings).map(({ correction }) => correction);
}
