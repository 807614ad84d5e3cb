import { z } from 'zod';
import type { SessionState } from '../session-state/session-state';
import type { ProfileFact } from './recall';

const text = z.string().min(1).max(200);
const facts = z.record(text, text);

/** What a tenant takes for granted of its users, and of those of a segment, until it knows better (M33). */
export const defaultsPolicySchema = z.strictObject({
  facts: facts.default({}),
  segments: z.record(text, facts).default({}),
});
export type DefaultsPolicy = z.output<typeof defaultsPolicySchema>;

/** The defaults of which the profile holds nothing of its own, the segment's before the tenant's. They are nobody's and never stored. */
export function defaultFacts(
  policy: DefaultsPolicy,
  segment: string | undefined,
  profile: readonly Pick<ProfileFact, 'key'>[],
): ProfileFact[] {
  const known = new Set(profile.map(({ key }) => key));
  const ofSegment = segment !== undefined && Object.hasOwn(policy.segments, segment) ? policy.segments[segment] : {};
  return Object.entries({ ...policy.facts, ...ofSegment })
    .filter(([key]) => !known.has(key))
    .map(([key, value]) => ({ id: `default:${key}`, key, value, sourceType: 'system', observedAtMs: 0 }));
}

interface OwnFacts {
  readonly facts: readonly ProfileFact[];
  /** As an administrator has placed the user. */
  readonly segment?: string;
}

/** What the profile holds, and after it what is taken for granted where it holds nothing; a segment that the turn brings with it goes before. */
export function withDefaults(
  policy: DefaultsPolicy,
  session: SessionState,
  { facts, segment }: OwnFacts,
): ProfileFact[] {
  return [...facts, ...defaultFacts(policy, session.constraints.get('segment') ?? segment, facts)];
}
