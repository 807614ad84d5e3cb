import type { Language } from '@plinth/contracts';
import type { Json } from '@plinth/kernel';
import { isList } from './values-at';

const MORE = { zh: (count: number) => `…另有${count}项`, en: (count: number) => `… ${count} more` } as const;
/** What stands between two parts, and around them. */
const FRAME = 2;
/** Below it a part says nothing any more. */
const LEAST_ROOM = 12;

/** A value as JSON in about `room` characters: texts end in `…`, lists and objects say how much more there is. */
export function shortenValue(value: Json, room: number, language: Language): string {
  if (typeof value === 'string') return shortenText(value, room);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value))
    return `[${joined(
      value.map((part) => ['', part]),
      room,
      language,
    )}]`;
  return `{${joined(
    Object.entries(value).map(([name, part]) => [`${JSON.stringify(name)}: `, part]),
    room,
    language,
  )}}`;
}

/** The first parts that have room, each with its fair share of what is left. */
function joined(parts: readonly (readonly [name: string, value: Json])[], room: number, language: Language): string {
  const told: string[] = [];
  let left = room - FRAME;
  for (const [name, value] of parts) {
    const waiting = parts.length - told.length;
    const share = Math.max(LEAST_ROOM, waiting > 4 ? left / 2 : left / waiting) - name.length;
    if (left < name.length + LEAST_ROOM) return [...told, MORE[language](waiting)].join(', ');
    const text = `${name}${shortenValue(value, share, language)}`;
    left -= text.length + FRAME;
    told.push(text);
  }
  return told.join(', ');
}

function shortenText(text: string, room: number): string {
  const most = Math.max(1, Math.floor(room) - FRAME);
  return JSON.stringify(text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`);
}
