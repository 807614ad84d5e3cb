import { languageOf, type SkillManifest } from '@plinth/contracts';
import type { JsonObject } from '@plinth/kernel';

const MAX_VALUE_CHARACTERS = 200;

const WORDS = {
  zh: {
    effect: { read: '查询', write: '更改', irreversible: '不可撤销' },
    ask: '请确认',
    without: '无参数',
    colon: '：',
    stop: '。',
    between: '；',
  },
  en: {
    effect: { read: 'reads', write: 'changes something', irreversible: 'cannot be undone' },
    ask: 'Please confirm',
    without: 'no arguments',
    colon: ': ',
    stop: '.',
    between: '; ',
  },
} as const;

/** What a person is asked to confirm: the skill, what it does to the world, and every argument as it was given. */
export function summariseCall(manifest: SkillManifest, args: JsonObject, locale: string): string {
  const words = WORDS[languageOf(locale, '')];
  const given = Object.entries(args).map(([name, value]) => `${name} = ${shown(value)}`);
  const what = `${words.ask} ${manifest.name} (${words.effect[manifest.effect]})`;
  return `${what}${words.colon}${given.length === 0 ? words.without : given.join(words.between)}${words.stop}`;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_VALUE_CHARACTERS ? text : `${text.slice(0, MAX_VALUE_CHARACTERS).toWellFormed()}…`;
}
