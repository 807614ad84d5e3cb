import type { Language, SkillManifest } from '@plinth/contracts';
import type { Json, JsonObject } from '@plinth/kernel';
import { shortenValue } from './shorten-value';
import { isList, valuesAt } from './values-at';

/** A result whose JSON is longer is summarised before it reaches a prompt (S12): about 1,000 tokens. */
export const LONG_CHARACTERS = 4_000;
/** A summary at most. */
export const MAX_SUMMARY_CHARACTERS = 2_400;
/** Of which each declared field may take so much, all of them together no more than `KEY_CHARACTERS`. */
const KEY_VALUE_CHARACTERS = 200;
const KEY_CHARACTERS = 1_600;
/** Elements that a key field of a list shows. */
const MOST_VALUES = 10;

const CUT = { zh: '（已缩短）', en: '(shortened)' } as const;

/** Whether a value is so long that it is summarised; looks no further than it has to. */
export function isLong(value: Json, characters = LONG_CHARACTERS): boolean {
  return charactersLeft(value, characters) < 0;
}

function charactersLeft(value: Json, left: number): number {
  if (left < 0) return left;
  if (typeof value === 'string') return left - value.length - 2;
  if (typeof value === 'number') return left - 8;
  if (typeof value !== 'object' || value === null) return left - 5;
  let rest = left - 2;
  if (isList(value)) for (const part of value) rest = rest < 0 ? rest : charactersLeft(part, rest - 1);
  else
    for (const [name, part] of Object.entries(value))
      rest = rest < 0 ? rest : charactersLeft(part, rest - name.length - 4);
  return rest;
}

/**
 * What a prompt gets of a long result: what proves it and the declared key fields first, in their order, then the other fields while
 * there is room, a line each. It says that it was shortened. At most `MAX_SUMMARY_CHARACTERS`.
 */
export function summariseResult(
  manifest: Pick<SkillManifest, 'key_fields' | 'receipt'>,
  result: JsonObject,
  language: Language,
): string {
  const keys = [...new Set([...(manifest.receipt?.fields ?? []), ...manifest.key_fields])];
  const lines = [CUT[language] as string];
  let left = KEY_CHARACTERS;
  for (const path of keys) {
    const line = keyLine(result, path, Math.min(KEY_VALUE_CHARACTERS, left), language);
    if (line === undefined || line.length > left) continue;
    lines.push(line);
    left -= line.length + 1;
  }
  const told = new Set(keys);
  const others = Object.fromEntries(Object.entries(result).filter(([name]) => !told.has(name)));
  const used = lines.join('\n').length + 1;
  const rest = shortenValue(others, MAX_SUMMARY_CHARACTERS - used, language);
  return [...lines, rest].join('\n').slice(0, MAX_SUMMARY_CHARACTERS).toWellFormed();
}

function keyLine(result: JsonObject, path: string, room: number, language: Language): string | undefined {
  const values = valuesAt(result, path);
  const [only] = values;
  if (only === undefined) return undefined;
  const shown = path.split('.').includes('*') ? values.slice(0, MOST_VALUES) : only;
  return `${path}: ${shortenValue(shown, room, language)}`;
}
