import { RE2JS } from 're2js';
import { z } from 'zod';
import type { Finding, Subject } from './check';
import { checkBase } from './check-base';

/** Wording that must not leave; each match is replaced. Patterns are RE2: linear time, no look-around (R3). */
export const forbiddenWordingCheck = z.strictObject({
  ...checkBase,
  kind: z.literal('forbidden_wording'),
  patterns: z.array(z.strictObject({ match: z.string().min(1).max(500), replace: z.string() })).min(1),
});

/** Throws RE2JSSyntaxException for a pattern that RE2 does not know. */
export function forbiddenWording({
  patterns,
  code,
  evidence,
}: z.output<typeof forbiddenWordingCheck>): (subject: Subject) => readonly Finding[] {
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
