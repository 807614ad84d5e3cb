import type { Draft } from './drafts';
import type { Ask, Asking, Part } from './asking';

/** The keywords that look into a list. */
export function listParts(asking: Asking, draft: Draft): readonly Part[] {
  const { schema, inside } = asking;
  const parts: Part[] = [];
  const tuple = draft.name === 'draft-07' ? 'items' : 'prefixItems';
  const list = schema[tuple];
  const first = Array.isArray(list) ? list.map((_each, index) => inside(tuple, index)) : [];
  const rest = draft.name === 'draft-07' && Array.isArray(list) ? 'additionalItems' : 'items';
  if (first.length > 0 || (rest in schema && rest !== tuple) || (tuple === rest && tuple in schema))
    parts.push(items(first, rest in schema ? inside(rest) : undefined));
  if ('contains' in schema) parts.push(contains(asking));
  return parts;
}

function items(first: readonly Ask[], rest: Ask | undefined): Part {
  return (value, place, run, seen) => {
    if (!Array.isArray(value)) return;
    value.forEach((part: unknown, index) => {
      const ask = first[index] ?? rest;
      ask?.(part, { parent: place, name: index }, run);
    });
    seen.items(rest ? value.length : Math.min(first.length, value.length));
  };
}

function contains({ schema, at }: Asking): Part {
  const ask = at('contains');
  const least = typeof schema.minContains === 'number' ? schema.minContains : 1;
  const most = typeof schema.maxContains === 'number' ? schema.maxContains : Infinity;
  return (value, place, run, seen) => {
    if (!Array.isArray(value)) return;
    let found = 0;
    value.forEach((part: unknown, index) => {
      if (run.aside(() => ask(part, undefined, run)).length > 0) return;
      found += 1;
      seen.index(index);
    });
    if (found < least) run.fail(place, 'contains', { least });
    if (found > most) run.fail(place, 'max_contains', { limit: most });
  };
}
