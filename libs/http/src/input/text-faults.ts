import { refuse, textFault, type Refusal } from '@plinth/kernel';

/** Deeper JSON than any contract has; refused before anything recurses into it. */
export const MAX_DEPTH = 32;

const REASON = {
  nul_character: 'contains U+0000, which cannot be stored',
  lone_surrogate: 'contains half of a surrogate pair, which has no UTF-8',
} as const;

/** The first text of a JSON value that cannot be stored, keys included, or the place where it nests too deep. */
export function inputFault(value: unknown, path: readonly (string | number)[] = []): Refusal | undefined {
  if (typeof value === 'string') return faultOfText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= MAX_DEPTH) {
    const field = fieldName(path.slice(0, 4));
    return refuse('invalid', 'invalid_request', `The body nests deeper than ${MAX_DEPTH} levels.`, {
      field,
      rule: 'max_depth',
    });
  }
  for (const [key, part] of Object.entries(value)) {
    const fault = (Array.isArray(value) ? undefined : faultOfText(key, path)) ?? inputFault(part, [...path, key]);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfText(text: string, path: readonly (string | number)[]): Refusal | undefined {
  const rule = textFault(text);
  if (!rule) return undefined;
  const field = fieldName(path);
  const name = field === '' ? 'The body' : `\`${field}\``;
  return refuse('invalid', 'invalid_text', `${name} ${REASON[rule]}.`, { ...(field !== '' && { field }), rule });
}

/** `user.external_id`, `items.0.name`; a part that a caller made up is kept short. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 64)).join('.');
}
