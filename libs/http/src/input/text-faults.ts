import { MAX_DEPTH, refuse, textFaultAt, type Refusal, type TextFault } from '@plinth/kernel';

const REASON = {
  nul_character: 'contains U+0000, which cannot be stored',
  lone_surrogate: 'contains half of a surrogate pair, which has no UTF-8',
} as const satisfies Record<TextFault, string>;

/** The first text of a JSON value that cannot be stored, keys included, or the place where it nests too deep. */
export function inputFault(value: unknown): Refusal | undefined {
  const found = textFaultAt(value);
  if (!found) return undefined;
  const { path, fault: rule } = found;
  if (rule === 'max_depth') {
    const field = fieldName(path.slice(0, 4));
    return refuse('invalid', 'invalid_request', `The body nests deeper than ${MAX_DEPTH} levels.`, { field, rule });
  }
  const field = fieldName(path);
  const name = field === '' ? 'The body' : `\`${field}\``;
  return refuse('invalid', 'invalid_text', `${name} ${REASON[rule]}.`, { ...(field !== '' && { field }), rule });
}

/** `user.external_id`, `items.0.name`; a part that a caller made up is kept short. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 64)).join('.');
}
