import { PermanentError, textFault } from '@plinth/kernel';

const MAX_FIELD_LENGTH = 200;

/**
 * Throws PermanentError `contract_violation` for a text, or a name of a field, that no store keeps: with U+0000 or half a character. `body` is
 * the JSON of `data`, in which such a character is always escaped, so that most messages need no walk.
 */
export function checkTexts(type: string, data: unknown, body: Buffer): void {
  if (!body.includes('\\u')) return;
  const waiting: [field: string, value: unknown][] = [['', data]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [field, value] = next;
    if (typeof value === 'string') checkText(type, field, value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, part] of Object.entries(value)) {
      checkText(type, field, name);
      waiting.push([field === '' ? name : `${field}.${name}`.slice(0, MAX_FIELD_LENGTH), part]);
    }
  }
}

function checkText(type: string, field: string, text: string): void {
  const rule = textFault(text);
  if (rule)
    throw new PermanentError('contract_violation', `${type}: ${rule} at ${field || 'the root'}`, { field, rule });
}
