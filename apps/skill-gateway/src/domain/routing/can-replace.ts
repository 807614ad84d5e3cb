import type { SkillManifest } from '@plinth/contracts';

/**
 * Whether a caller that was bound to `pinned` can live with `other`: it finds every field that `pinned` promises, and an
 * effect of the same class. Arguments are checked against `other` all the same.
 */
export function canReplace(pinned: SkillManifest, other: SkillManifest): boolean {
  const promised = requiredOf(other.output_schema);
  return other.effect === pinned.effect && [...requiredOf(pinned.output_schema)].every((field) => promised.has(field));
}

function requiredOf({ required }: Readonly<Record<string, unknown>>): ReadonlySet<unknown> {
  return new Set(Array.isArray(required) ? required : []);
}
