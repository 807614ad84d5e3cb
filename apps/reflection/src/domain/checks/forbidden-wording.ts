import { RE2JS } from 're2js';
import type { CheckOf } from '../policy/policy';
import type { Finding, Subject } from './check';

/** Throws RE2JSSyntaxException for a pattern that RE2 does not know. */
export function forbiddenWording({
  patterns,
  code,
  evidence,
}: CheckOf<'forbidden_wording'>): (subject: Subject) => readonly Finding[] {
  const compiled = patterns.map(({ match, replace }) => ({
    pattern: RE2JS.compile(match, RE2JS.CASE_INSENSITIVE),
    replace,
  }));
  return ({ draft }) =>
    compiled.flatMap(({ pattern, replace }) =>
      matches(pattern, draft.text).map((found) => ({
        blocks: false,
        correction: { code, field: 'text', found, suggestion: pattern.matcher(found).replaceAll(replace), evidence },
      })),
    );
}

/** Each different passage once, in the order of the text. */
function matches(pattern: RE2JS, text: string): readonly string[] {
  const matcher = pattern.matcher(text);
  const found = new Set<string>();
  while (matcher.find()) found.add(matcher.group() ?? '');
  found.delete('');
  return [...found];
}
