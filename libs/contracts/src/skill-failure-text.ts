import type { Language } from './language';
import type { FailureOutcome } from './messages/skills';

const WORDS = {
  zh: {
    failed: '没有执行成功。',
    unknown: '结果未知，可能已经执行。',
    rule: '不要猜测或编造结果；如实说明无法确认。',
    again: '结果未知时不要再次执行。',
  },
  en: {
    failed: 'was not done. ',
    unknown: 'may or may not have been done. ',
    rule: 'Do not guess or invent a result; say that it cannot be confirmed.',
    again: ' Do not do it again while that is unknown.',
  },
} as const;

/** What a model is told of a call that gave no result (S12): the code, what is known of the effect, and not to guess. */
export function skillFailureText(
  language: Language,
  { skill, code, outcome }: { readonly skill: string; readonly code: string; readonly outcome: FailureOutcome },
): string {
  const { failed, unknown, rule, again } = WORDS[language];
  const what = outcome === 'unknown' ? unknown : failed;
  return `[${skill}: ${code}] ${what}${rule}${outcome === 'unknown' ? again : ''}`;
}
