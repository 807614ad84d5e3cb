import { RE2JS } from 're2js';
import { z } from 'zod';
import { inLocaleOf, succeeded, type Finding, type Subject } from './check';
import { checkBase, localised } from './check-base';

/** A claim that only a successful skill result may carry; without one the reply is replaced by `safe_text` (R11). */
export const claimedEffectCheck = z.strictObject({
  ...checkBase,
  kind: z.literal('claimed_effect'),
  claims: z.array(z.string().min(1).max(500)).min(1).describe('RE2 patterns'),
  skills: z.array(z.string()).min(1),
  safe_text: localised,
});

/** Throws RE2JSSyntaxException for a pattern that RE2 does not know. */
export function claimedEffect({
  claims,
  skills,
  safe_text: safeText,
  code,
  evidence,
}: z.output<typeof claimedEffectCheck>): (subject: Subject) => readonly Finding[] {
  const patterns = claims.map((claim) => RE2JS.compile(claim, RE2JS.CASE_INSENSITIVE));
  return (subject) => {
    const claimed = patterns.some((pattern) => pattern.matcher(subject.draft.text).find());
    if (!claimed || skills.some((skill) => succeeded(subject, skill) !== undefined)) return [];
    return [{ blocks: true, correction: { code, field: 'text', suggestion: inLocaleOf(subject, safeText), evidence } }];
  };
}
