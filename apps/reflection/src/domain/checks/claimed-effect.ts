import { RE2JS } from 're2js';
import type { CheckOf } from '../policy/policy';
import { inLocaleOf, succeeded, type Finding, type Subject } from './check';

/** Throws RE2JSSyntaxException for a pattern that RE2 does not know. */
export function claimedEffect({
  claims,
  skills,
  safe_text: safeText,
  code,
  evidence,
}: CheckOf<'claimed_effect'>): (subject: Subject) => readonly Finding[] {
  const patterns = claims.map((claim) => RE2JS.compile(claim, RE2JS.CASE_INSENSITIVE));
  return (subject) => {
    const claimed = patterns.some((pattern) => pattern.matcher(subject.draft.text).find());
    if (!claimed || skills.some((skill) => succeeded(subject, skill) !== undefined)) return [];
    return [{ blocks: true, correction: { code, field: 'text', suggestion: inLocaleOf(subject, safeText), evidence } }];
  };
}
