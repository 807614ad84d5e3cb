import { inputFaultAt, MAX_DEPTH, refuse, type InputTextFault, type Refusal, type ValueFault } from '@plinth/kernel';

const REASON = {
  nul_character: 'contains U+0000, which cannot be stored',
  lone_surrogate: 'contains half of a surrogate pair, which has no UTF-8',
  control_character: 'contains a control character other than a tab or the end of a line',
  not_finite: 'is a number that is too large to be carried on',
  reserved_name: 'is a reserved name',
} as const satisfies Record<InputTextFault | Exclude<ValueFault, 'max_depth'>, string>;

/** The first text of a JSON value that is not taken, keys included, or the first place with another fault. */
export function inputFault(value: unknown): Refusal | undefined {
  const found = inputFaultAt(value);
  if (!found) return undefined;
  const { path, fault: rule } = found;
  if (rule === 'max_depth') {
    const field = fieldName(path.slice(0, 4));
    return refuse('invalid', 'invalid_request', `The body nests deeper than ${MAX_DEPTH} levels.`, { field, rule });
  }
  const field = fieldName(path);
  const name = field === '' ? 'The body' : `\`${field}\``;
  const code = rule === 'not_finite' || rule === 'reserved_name' ? 'invalid_request' : 'invalid_text';
  return refuse('invalid', code, `${name} ${REASON[rule]}.`, { ...(field !== '' && { field }), rule });
}

/** `user.external_id`, `items.0.name`; a part that a caller made up is kept short. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, 64)).join('.');
}
